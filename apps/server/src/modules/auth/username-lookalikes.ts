/**
 * Scripts that may be mixed in one word, by the "highly restrictive" level of UTS 39. All other scripts must not be
 * mixed.
 */
const LATIN_AND_EAST_ASIAN =
  /[\p{scx=Latin}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}]/u;

const OTHER_SCRIPTS = [
  /\p{scx=Cyrillic}/u,
  /\p{scx=Greek}/u,
  /\p{scx=Armenian}/u,
  /\p{scx=Georgian}/u,
  /\p{scx=Hebrew}/u,
  /\p{scx=Arabic}/u,
  /\p{scx=Cherokee}/u,
  /\p{scx=Devanagari}/u,
  /\p{scx=Thai}/u,
];

/** Returns why a user name may look like another one, or undefined if it does not. */
export function findLookalikeProblem(name: string): string | undefined {
  if (name.normalize('NFKC') !== name.normalize('NFC')) {
    return 'must not contain variants of plain characters, such as full-width letters or ligatures';
  }
  if (name.split(/[^\p{L}\p{M}]+/u).some(mixesScripts)) {
    return 'must not mix letters of different scripts, such as Latin and Cyrillic, in one word';
  }
  return undefined;
}

function mixesScripts(word: string): boolean {
  return new Set(Array.from(word.replaceAll(/\p{M}/gu, ''), scriptOf)).size > 1;
}

/** Scripts that are not listed count as one. */
function scriptOf(letter: string): number {
  if (LATIN_AND_EAST_ASIAN.test(letter)) return -2;
  return OTHER_SCRIPTS.findIndex((script) => script.test(letter));
}

/** Letters that look like a Latin letter, each followed by that letter. */
const LOOKALIKES = [
  'аaеeоoрpсcуyхxіiїiјjѕsһhԁdԛqԝwкkмmтtвbнhгrпnиu',
  'АAВBЕEКKМMНHОOРPСCТTХXУYЅSІIЈJԌG',
  'αaιiκkνvοoρpτtυuγyϲcηnωw',
  'ΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX',
  'օoսuոnհhցgզqլlյjՏSՕO',
  'ıiɩiɪiɑaɡgʟlɴnʀrʏyʙbʜhᴀaᴄcᴅdᴇeᴊjᴋkᴍmᴏoᴘpᴛtᴜuᴠvᴡwᴢz',
  'ᎪAᏴBᏟCᎠDᎬEᏀGᎻHᎫJᏦKᏞLᎷMᏢPᎡRᏚSᎢTᏙVᎳWᏃZ',
].join('');

const LATIN_FOR = new Map(
  Array.from({ length: LOOKALIKES.length / 2 }, (_, i) => [
    LOOKALIKES.charAt(2 * i),
    LOOKALIKES.charAt(2 * i + 1),
  ]),
);

/** Names with the same skeleton look alike. */
export function toSkeleton(name: string): string {
  return Array.from(name.normalize('NFKC'), (letter) => LATIN_FOR.get(letter) ?? letter)
    .join('')
    .toLowerCase();
}
