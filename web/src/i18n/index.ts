/**
 * The page's words. A language is a dictionary in a file of its own and a row of `LANGUAGES`; a key with `.one` is used
 * for the number one in place of the key itself. Names and sentences of steps are the engine's, in the same languages; what it
 * says of texts that are read is English.
 */

import { de } from './de';
import { type Dictionary, en, type Key } from './en';

export type { Key } from './en';
export type Values = Record<string, string | number>;
export type Translate = (key: Key, values?: Values) => string;

/** Every language: its code, its own name for itself and its words. */
export const LANGUAGES = {
  en: { name: 'English', words: en },
  de: { name: 'Deutsch', words: de },
} satisfies Record<string, { name: string; words: Dictionary }>;

export type Language = keyof typeof LANGUAGES;
export const LANGUAGE_CODES = Object.keys(LANGUAGES) as readonly Language[];

export const languageName = (language: Language): string => LANGUAGES[language].name;

export function translator(language: Language): Translate {
  const words: Dictionary = LANGUAGES[language].words;
  return (key, values = {}) => {
    const single = `${key}.one` as Key;
    const text = values['count'] === 1 && single in words ? words[single] : words[key];
    return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
  };
}
