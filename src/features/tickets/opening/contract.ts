import { z } from 'zod'
import { limited } from '#contract'

/** Discord's limit of fields in a dialog. */
export const mostQuestions = 5

const option = z.object({
  label: limited(100, 'An option').refine(value => value.trim() !== '', 'Name the option.'),
  description: limited(100, 'A description').default(''),
})

/** What a dialog can ask for in Discord's API as of November 2026. */
export const questionKinds = [
  'short',
  'paragraph',
  'select',
  'radio',
  'checkboxes',
  'checkbox',
  'user',
  'role',
  'channel',
  'file',
] as const
/** What each of them asks for, in words. */
export const questionKindWords: Record<(typeof questionKinds)[number], string> = {
  short: 'Short text',
  paragraph: 'Long text',
  select: 'Choice from a list',
  radio: 'One of a few',
  checkboxes: 'Several of a few',
  checkbox: 'Yes or no',
  user: 'Member',
  role: 'Role',
  channel: 'Channel',
  file: 'Files',
}

/** Kinds with a list of options that the panel defines. */
export const choiceKinds: readonly string[] = ['select', 'radio', 'checkboxes']

export const question = z
  .preprocess(
    value => (typeof value === 'string' ? { label: value } : value),
    z.object({
      id: z
        .string()
        .regex(/^[\w-]{1,32}$/)
        .optional(),
      label: limited(45, 'A question').refine(value => value.trim() !== '', 'Write the question.'),
      description: limited(100, 'A question’s explanation').default(''),
      kind: z.enum(questionKinds).default('short'),
      required: z.boolean().default(true),
      placeholder: limited(100, 'A placeholder').default(''),
      /** In characters for a text, otherwise the number of choices or files. */
      least: z.int().min(0).max(4000).nullable().default(null),
      most: z.int().min(1).max(4000).nullable().default(null),
      options: z.array(option).max(25, 'A question has at most 25 options.').default([]),
    }),
  )
  .superRefine((value, check) => {
    const fewest = value.kind === 'radio' ? 2 : 1
    const most = value.kind === 'select' ? 25 : 10
    if (!choiceKinds.includes(value.kind)) return
    if (value.options.length < fewest || value.options.length > most)
      check.addIssue({ code: 'custom', path: ['options'], message: `List ${fewest} to ${most} options.` })
  })
export type Question = z.output<typeof question>

/** Names found to be time zones: the check is slow, and a panel is read at every press. */
const timeZones = new Set<string>()

function isTimeZone(zone: string): boolean {
  // Different spellings are the same zone: there are hundreds of zones, and no more names than that are remembered.
  const name = zone.toLowerCase()
  try {
    if (!timeZones.has(name) && new Intl.DateTimeFormat('en', { timeZone: zone })) timeZones.add(name)
    return true
  } catch {
    return false
  }
}

/** An IANA time zone: 'Europe/Berlin'. */
export const timeZone = z.string().max(64).refine(isTimeZone, 'Choose a time zone.')

const minuteOfDay = z
  .int()
  .min(0)
  .max(24 * 60)

/** When the team answers. */
export const hours = z.object({
  enabled: z.boolean().default(false),
  timeZone: timeZone.default('UTC'),
  /** Monday first: minutes of the day, or null for a day off. */
  days: z
    .array(z.object({ from: minuteOfDay, to: minuteOfDay }).nullable())
    .length(7)
    .default(() => [...Array.from({ length: 5 }, () => ({ from: 540, to: 1020 })), null, null]),
  /** Dates on which nobody answers: '2026-12-24'. */
  daysOff: z.array(z.iso.date()).max(60, 'List at most 60 days.').default([]),
  /** What happens to presses outside of the hours. */
  outside: z.enum(['warn', 'refuse']).default('warn'),
})

/** The default of both *Tickets per member* and the tier *Default*. */
export const usualLimit = 3

/**
 * Two settings say how many tickets every member may have open. If one still has its default value, the other one
 * applies, so that changing either is enough; if both were changed, the lower one applies.
 */
export function limitOfAll({
  maxTicketsPerUser,
  userLimits,
}: {
  maxTicketsPerUser: number
  userLimits: { default: number }
}): { most: number; by: 'member' | 'tier' } {
  const tier = userLimits.default
  const isTier = tier !== usualLimit && (maxTicketsPerUser === usualLimit || tier < maxTicketsPerUser)
  return isTier ? { most: tier, by: 'tier' } : { most: maxTicketsPerUser, by: 'member' }
}
