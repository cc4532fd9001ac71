/** What the page uses of the part for variants. */

import '../styles/variant.css';

export { draw, open, putAside, restore, write } from './actions';
export { onGlobalKey } from './keys';
export { readVariants } from './reading';
export { foundView, waitingView } from './found';
export { tableView } from './panel';
export { paperView, printBody, shareBody } from './sharing';
