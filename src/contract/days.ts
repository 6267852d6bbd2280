import { z } from 'zod'

/** The numbers of days that the dashboard's charts can show, including today. */
export const dayRanges = [7, 30, 90] as const
export type DayRange = (typeof dayRanges)[number]

/** One of these ranges, as a query parameter. */
export const dayRange = z.coerce
  .number()
  .refine((days): days is DayRange => dayRanges.some(range => range === days), 'Choose 7, 30 or 90 days.')
  .default(30)

const dayMs = 86_400_000

/** The number of the day that a moment (Unix ms) falls on. Days are counted in UTC, the same for everyone. */
export const dayOf = (at: number): number => Math.floor(at / dayMs)

/** When a day began, Unix ms. */
export const dayStart = (day: number): number => day * dayMs

/** The numbers of the last days, today last. @param now Unix ms */
export const lastDays = (range: number, now: number): number[] =>
  Array.from({ length: range }, (_, place) => dayOf(now) - range + 1 + place)
