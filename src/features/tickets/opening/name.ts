import { render } from '#kit/template.ts'
import type { nameFills } from '../panels/contract.ts'

/**
 * Numbers to keep out of channel names: Discord's server directory treats numbers that stand for neo-Nazi slogans as
 * banned words, and unlists the server (discord-tickets/bot, issues 262 and 271).
 */
const unwanted = /1488|8814|^88$|^14$|^18$/

/** Returns the number after `last`, skipping unwanted ones. Never assigned twice, since `last` only grows. */
export function numberAfter(last: number): number {
  const next = last + 1
  return unwanted.test(String(next)) ? numberAfter(next) : next
}

/** Returns a number with leading zeros. @param padding the minimum number of digits, as in the setting */
export const padded = (number: number, padding: string): string => String(number).padStart(Number(padding), '0')

/** Returns a ticket's number as displayed everywhere. */
export const shownNumber = ({ own }: { own: { ticketPadding: string } }, { number }: { number: number }): string =>
  padded(number, own.ticketPadding)

/** Discord's limit for names of channels and threads. */
const longestName = 100

/** Turns a text into a channel name as Discord does: no spaces or capitals, only letters, digits, emoji and dashes. */
const channelName = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\s+/gu, '-')
    .replaceAll(/[^\p{L}\p{N}\p{M}\p{Extended_Pictographic}_-]/gu, '')
    .replaceAll(/-{2,}/g, '-')
    .replaceAll(/^-+|-+$/g, '')

/** Returns the name of a ticket's channel. */
export function ticketName(format: string, values: Record<(typeof nameFills)[number], string>): string {
  const { number } = values
  const name = channelName(render(format, values))
  return [...(name === '' ? `ticket-${number}` : name)].slice(0, longestName).join('')
}
