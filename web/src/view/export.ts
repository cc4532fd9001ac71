/** The board as a picture to keep: what is on the screen, with its font, as one SVG that needs nothing else. */

import type { Game } from '../model/game';
import { render } from './dom';
import { picture } from './picture';
import { gameScene } from './scene';

/** What the style sheets say of a part of the picture. */
const PROPERTIES = [
  ...['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'opacity'],
  ...['font-size', 'font-weight', 'text-anchor', 'letter-spacing'],
];

export async function boardSvg(game: Game): Promise<string> {
  const host = document.createElement('div');
  // Drawn as the board is, where nobody sees it.
  host.className = 'board export';
  document.body.append(host);
  try {
    render(host, [picture(gameScene(game, false), '', undefined, 'export')]);
    const svg = host.querySelector('svg');
    if (!svg) throw new Error('no picture');
    for (const element of svg.querySelectorAll('*')) {
      const style = getComputedStyle(element);
      for (const name of PROPERTIES) {
        const value = style.getPropertyValue(name);
        if (value && value !== 'none' && value !== 'normal') element.setAttribute(name, value);
        else if (name === 'fill' && value === 'none') element.setAttribute(name, value);
      }
    }
    const [, , width = 0, height = 0] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
    svg.setAttribute('width', String(width));
    svg.setAttribute('height', String(height));
    svg.setAttribute('font-family', "'Atkinson Hyperlegible Next Variable', sans-serif");
    svg.removeAttribute('class');
    svg.prepend(await fontStyle());
    return new XMLSerializer().serializeToString(svg);
  } finally {
    host.remove();
  }
}

/** The page's font for Latin letters and figures, inside the picture. */
async function fontStyle(): Promise<SVGStyleElement> {
  const style = document.createElementNS('http://www.w3.org/2000/svg', 'style');
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => ({ rule, sheet })));
  for (const { rule, sheet } of rules) {
    if (!(rule instanceof CSSFontFaceRule)) continue;
    const url = /url\("?([^")]*latin-wght[^")]*)"?\)/.exec(rule.style.getPropertyValue('src'))?.[1];
    if (!url) continue;
    const bytes = new Uint8Array(await (await fetch(new URL(url, sheet.href ?? document.baseURI))).arrayBuffer());
    const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    style.textContent =
      "@font-face { font-family: 'Atkinson Hyperlegible Next Variable'; font-weight: 200 800; " +
      `src: url(data:font/woff2;base64,${text}) format('woff2'); }`;
    break;
  }
  return style;
}
