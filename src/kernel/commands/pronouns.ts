import { usageError } from './words.ts'
import { repeated } from '#kit/template.ts'

const said = (text: string) => text.replace(/^@/, '').toLowerCase()

/** Whether somebody means themselves. */
export const isSelf = (text: string): boolean => /^(?:me|myself)$/.test(said(text))

const somebody = /^(?:you|yourself|he|him|himself|she|her|herself|they|them|themselves|someone|somebody)$/
const many = /^(?:all|everyone|everybody|everything)$/

/** Whether a text that is nobody's name points at somebody, or at all, without naming anybody. */
export const isPronoun = (text: string): boolean => somebody.test(said(text)) || many.test(said(text))

/** @throws UserError 'command.usage' for such a text */
export function refusePronoun(text: string): void {
  if (somebody.test(said(text)))
    throw usageError(`“${repeated(text)}” does not say who. Use a mention, a name or an id.`)
  if (many.test(said(text)))
    throw usageError(`“${repeated(text)}” cannot be chosen: this works on one at a time. Nothing was done.`)
}
