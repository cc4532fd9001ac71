/**
 * The page's words. A language is a dictionary with the keys of the English one; a key with `.one` is used for the
 * number one in place of the key itself. What the engine says (steps, messages) is English in every language.
 */

import type { Language } from '../model/storage';
import { de } from './de';
import { en } from './en';

export type Key = keyof typeof en;
export type Dictionary = Record<Key, string>;
export type Values = Record<string, string | number>;
export type Translate = (key: Key, values?: Values) => string;

export const DICTIONARIES: Record<Language, Dictionary> = { en, de };

export function translator(language: Language): Translate {
  const words = DICTIONARIES[language];
  return (key, values = {}) => {
    const single = `${key}.one` as Key;
    const text = values['count'] === 1 && single in words ? words[single] : words[key];
    return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
  };
}
