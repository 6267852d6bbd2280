import { render } from '#kit/template.ts'
import type { nameFills } from '../panels/contract.ts'

/**
 * Numbers that nobody should read in a channel's name: Discord's server listing takes those that stand for slogans of
 * neo-Nazis for banned words, and unlists the server (discord-tickets/bot, issues 262 and 271).
 */
const unwanted = /1488|8814|^88$|^14$|^18$/

/** The number after `last`, unwanted ones left out: never given twice, since `last` only grows. */
export function numberAfter(last: number): number {
  const next = last + 1
  return unwanted.test(String(next)) ? numberAfter(next) : next
}

/** @param padding how many digits it has at least, as the setting has it */
export const padded = (number: number, padding: string): string => String(number).padStart(Number(padding), '0')

/** A ticket's number as it is shown everywhere. */
export const shownNumber = ({ own }: { own: { ticketPadding: string } }, { number }: { number: number }): string =>
  padded(number, own.ticketPadding)

/** Discord's limit for names of channels and threads. */
const longestName = 100

/** A text as Discord makes it into a channel's name: no spaces, no capitals, nothing but letters, digits, emoji and dashes. */
const channelName = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\s+/gu, '-')
    .replaceAll(/[^\p{L}\p{N}\p{M}\p{Extended_Pictographic}_-]/gu, '')
    .replaceAll(/-{2,}/g, '-')
    .replaceAll(/^-+|-+$/g, '')

/** What a ticket's channel is called. */
export function ticketName(format: string, values: Record<(typeof nameFills)[number], string>): string {
  const { number } = values
  const name = channelName(render(format, values))
  return [...(name === '' ? `ticket-${number}` : name)].slice(0, longestName).join('')
}
