/**
 * Discord keeps its word sets to itself. These few stand for them, so that a preset can be seen to act: mild words where there
 * are any, and made-up ones for what nobody needs to read here.
 */
export const presetWords: Readonly<Record<number, readonly string[]>> = {
  /** Profanity. */
  1: ['damn*', 'bastard*', 'bollocks', 'bugger*'],
  /** Sexual content. */
  2: ['xxx', 'porn*', 'nsfwpics'],
  /** Slurs. */
  3: ['slurword*'],
}
