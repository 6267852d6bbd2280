import { directionMarks } from '#kit/template.ts'

/** Right-to-left letters, and marks that count as such. */
const fromRight = /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** A name for use within a sentence, isolated so that its text direction does not affect the words around it. */
export function inSentence(name: string): string {
  const plain = name.replace(directionMarks, '')
  return fromRight.test(plain) ? `\u2068${plain}\u2069` : plain
}
