import {
  type APIGuildScheduledEventRecurrenceRule,
  GuildScheduledEventRecurrenceRuleFrequency as Frequency,
  type GuildScheduledEventRecurrenceRuleWeekday as Weekday,
} from 'discord-api-types/v10'
import { z } from 'zod'
import { refusal } from '../form.ts'

const day = 86_400_000

/** Monday is 0. */
const weekday = z.number().int().min(0).max(6)
const startTime = z
  .string()
  .refine(value => !Number.isNaN(Date.parse(value)), refusal('DATE_TIME_TYPE_PARSE', 'Could not parse the date.'))

const plainRule = z.object({
  start: startTime,
  frequency: z.enum(Frequency),
  interval: z.number().int().nullish(),
  by_weekday: z.array(weekday).max(7).nullish(),
  by_n_weekday: z
    .array(z.object({ n: z.number().int().min(1).max(5), day: weekday }))
    .max(7)
    .nullish(),
  by_month: z.array(z.number().int().min(1).max(12)).max(12).nullish(),
  by_month_day: z.array(z.number().int().min(1).max(31)).max(31).nullish(),
})

/**
 * How an event recurs. Discord accepts only a small part of what the format allows; an end, a count and days of the
 * year cannot be set. Source: its documentation, "Guild Scheduled Event Recurrence Rule".
 */
export const recurrenceRule = plainRule
  .refine(isTaken, refusal('GUILD_SCHEDULED_EVENT_RECURRENCE_RULE_INVALID', 'This recurrence rule is not supported.'))
  .transform(
    rule =>
      ({
        start: rule.start,
        end: null,
        frequency: rule.frequency,
        interval: rule.interval ?? 1,
        by_weekday: rule.by_weekday ?? null,
        by_n_weekday: rule.by_n_weekday ?? null,
        by_month: rule.by_month ?? null,
        by_month_day: rule.by_month_day ?? null,
        by_year_day: null,
        count: null,
        // The numbers were checked; the documented type names each of them.
      }) as APIGuildScheduledEventRecurrenceRule,
  )

/** The sets of days that a daily event may have: Monday is 0. */
const daily = ['0,1,2,3,4', '1,2,3,4,5', '0,1,2,3,6', '4,5', '5,6', '0,6']

function isTaken(rule: z.output<typeof plainRule>): boolean {
  const { frequency, interval, by_weekday: days, by_n_weekday: nth, by_month: months, by_month_day: dates } = rule
  const every = interval ?? 1
  if (every !== 1 && !(frequency === Frequency.Weekly && every === 2)) return false
  switch (frequency) {
    case Frequency.Daily:
      return (
        !nth && !months && !dates && (!days || daily.includes(days.toSorted((one, other) => one - other).join(',')))
      )
    case Frequency.Weekly:
      return !nth && !months && !dates && days?.length === 1
    case Frequency.Monthly:
      return !days && !months && !dates && nth?.length === 1
    default:
      return !days && !nth && months?.length === 1 && dates?.length === 1
  }
}

function fallsOn(rule: APIGuildScheduledEventRecurrenceRule, at: number): boolean {
  const date = new Date(at)
  const ofWeek: Weekday = (date.getUTCDay() + 6) % 7
  switch (rule.frequency) {
    case Frequency.Daily:
      return rule.by_weekday?.includes(ofWeek) ?? true
    case Frequency.Weekly:
      return rule.by_weekday?.includes(ofWeek) === true && weeksBetween(rule.start, at) % rule.interval === 0
    case Frequency.Monthly:
      return (
        rule.by_n_weekday?.some(({ n, day: on }) => on === ofWeek && Math.ceil(date.getUTCDate() / 7) === n) === true
      )
    default:
      return Number(rule.by_month?.[0]) === date.getUTCMonth() + 1 && rule.by_month_day?.[0] === date.getUTCDate()
  }
}

/** Weeks begin on Monday; the epoch was a Thursday. */
const weekOf = (at: number) => Math.floor((Math.floor(at / day) + 3) / 7)
const weeksBetween = (start: string, at: number) => weekOf(at) - weekOf(Date.parse(start))

/** Every occurrence after a moment (Unix ms), in order; a leap day comes every four years. */
export function* occurrencesAfter(rule: APIGuildScheduledEventRecurrenceRule, after: number): Generator<number> {
  const start = Date.parse(rule.start)
  const skipped = Math.max(0, Math.floor((after - start) / day))
  const last = after + 10 * 366 * day
  for (let at = start + skipped * day; at < last; at += day) if (at > after && fallsOn(rule, at)) yield at
}
