import { type Trigger, triggerKind } from './design/kinds/contract.ts'
import {
  commonNames,
  commonValues,
  trusted,
  type MemberFacts,
  render,
  type ServerFacts,
  type TemplateValues,
} from '#kit/template.ts'

/** The facts known where an automation was started. */
export interface StartFacts {
  member: MemberFacts | undefined
  server: ServerFacts
  channelId: string | undefined
  /** The text of the message, and its URL. */
  message: { text: string; link: string } | undefined
}

/** The placeholders in addition to those that every text has. */
export const ownPlaceholders = [
  { name: '{channel}', example: '#general', about: 'channel' },
  { name: '{message}', example: 'what was written', about: 'message' },
  { name: '{message.link}', example: 'its address', about: 'message' },
] as const

/** The names of the placeholders that are available with this trigger, without braces. */
export function fillsOf(trigger: Trigger): readonly string[] {
  const { about } = triggerKind(trigger)
  const own = ownPlaceholders.filter(one => about.includes(one.about))
  return [...commonNames, ...own.map(({ name }) => name.slice(1, -1))]
}

/** Fills in the placeholders of an automation's text; text typed by members is inserted unchanged. */
export function composed(text: string, { member, server, channelId, message }: StartFacts): string {
  const values: TemplateValues = {
    ...(member && commonValues(member, server)),
    ...(channelId !== undefined && { channel: trusted(`<#${channelId}>`) }),
    ...(message && { message: message.text, 'message.link': trusted(message.link) }),
  }
  return render(text, values)
}
