import { safeFileName } from '../../components/contract.ts'
import { lengthOf } from '../../text/template.ts'

/**
 * Discord's limits in characters, items and bytes. Source: its documentation, "Embed Limits", "Component Reference".
 */
export const limits = {
  content: 2000,
  embeds: 10,
  embedsTotal: 6000,
  title: 256,
  description: 4096,
  fields: 25,
  fieldName: 256,
  fieldValue: 1024,
  footer: 2048,
  author: 256,
  address: 2048,
  rows: 5,
  rowButtons: 5,
  label: 80,
  buttonAddress: 512,
  placeholder: 150,
  options: 25,
  optionText: 100,
  components: 40,
  layoutText: 4000,
  sectionTexts: 3,
  galleryItems: 10,
  mediaDescription: 1024,
  files: 10,
  fileBytes: 10 * 1024 ** 2,
  filesBytes: 25 * 1024 ** 2,
  fileDescription: 1024,
} as const

/** One reason why a message cannot be sent. */
export interface Problem {
  /** The part of the message at fault: `embeds.1.fields.0.value`. */
  path: string
  /** The same part, named for people: 'Embed 2, field 1'. */
  place: string
  sentence: string
}

/** Formats a number: '12,438'. Avoids `Intl`, whose first use takes phones as long as rendering a page. */
export const number = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ',')

/** Checks a text that may be empty. */
export function counted(text: string, most: number, what: string, path: string, place: string): Problem[] {
  const length = lengthOf(text)
  if (length <= most) return []
  const sentence = `${what} has ${number(length)} characters; at most ${number(most)} fit.`
  return [{ path, place, sentence }]
}

/** Checks a text that must not be empty. */
export const required = (text: string, most: number, what: string, path: string, place: string): Problem[] =>
  lengthOf(text) === 0 ? [{ path, place, sentence: `${what} is empty.` }] : counted(text, most, what, path, place)

const fileScheme = 'attachment:'
const schemes = {
  page: ['http:', 'https:'],
  button: ['http:', 'https:', 'discord:'],
  picture: ['http:', 'https:', fileScheme],
  file: [fileScheme],
} as const

/**
 * Why a URL cannot be used; undefined if it can, or is empty.
 * @param files the names of the message's own files, if one of them may be used
 */
export function addressProblem(
  url: string,
  what: string,
  use: keyof typeof schemes,
  files: ReadonlySet<string> = new Set(),
): string | undefined {
  if (url === '') return undefined
  const most = use === 'button' ? limits.buttonAddress : limits.address
  if (url.length > most) return `${what} has more than ${number(most)} characters.`
  const protocol = URL.canParse(url) ? new URL(url).protocol : ''
  const taken: readonly string[] = schemes[use]
  if (!taken.includes(protocol))
    return use === 'file' ? `${what} must be a file of this message.` : `${what} is not a web address.`
  if (protocol !== fileScheme) return undefined
  const name = safeFileName(url.replace(/^attachment:(?:\/\/)?/i, ''))
  return files.has(name) ? undefined : `${what} shows a file that is not part of this message: ${name}.`
}
