import { usageError } from './words.ts'
import { safeEcho } from '#kit/template.ts'

const said = (text: string) => text.replace(/^@/, '').toLowerCase()

/** Whether a text means its author: 'me', 'myself'. */
export const isSelf = (text: string): boolean => /^(?:me|myself)$/.test(said(text))

/**
 * Whether a text certainly means the channel that it is written in, also before other words: `here`, `this channel`.
 */
export const namesHere = (text: string): boolean => /^(?:here|(?:this|current) channel)$/i.test(text)

/** Whether a text that stands for a channel means the one that it is written in. */
export const isHere = (text: string): boolean => namesHere(text) || /^(?:this|current|this one)$/i.test(text)

const somebody = /^(?:you|yourself|he|him|himself|she|her|herself|they|them|themselves|someone|somebody)$/
const many = /^(?:all|everyone|everybody|everything)$/

/** Whether a text refers to somebody or to everybody without a name, such as 'him' or 'everyone'. */
export const isPronoun = (text: string): boolean => somebody.test(said(text)) || isMany(text)

/** Refuses a pronoun in place of a name. @throws UserError 'command.usage' */
export function refusePronoun(text: string): void {
  if (somebody.test(said(text)))
    throw usageError(`“${safeEcho(text)}” does not say who. Use a mention, a name or an ID.`)
  refuseMany(text)
}

/** Whether a text means all of them: `everyone`, `all`. */
export const isMany = (text: string): boolean => many.test(said(text))

/** Refuses a word for everything in place of a name. @throws UserError 'command.usage' */
export function refuseMany(text: string): void {
  if (isMany(text))
    throw usageError(`“${safeEcho(text)}” cannot be chosen: this works on one at a time. Nothing was done.`)
}
