/** The words of this part of the page, in the language that is set; English where a language has none of them yet. */

import type { App } from '../app';
import type { Language, Values } from '../i18n';
import { variantDe } from '../i18n/variant-de';
import { type VariantDictionary, type VariantKey, variantEn } from '../i18n/variant-en';

export const VARIANT_WORDS: Partial<Record<Language, VariantDictionary>> = { en: variantEn, de: variantDe };

export function wordsOf({ state }: App): (key: VariantKey, values?: Values) => string {
  const words: VariantDictionary = VARIANT_WORDS[state.settings.language] ?? variantEn;
  return (key, values = {}) => words[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}
