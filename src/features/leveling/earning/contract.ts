import { z } from 'zod'

/** For how many days it is kept what somebody did on each, today among them. */
export const activityDays = 30

export const activityDay = z.object({
  /** When the day began (UTC), Unix ms. */
  at: z.number(),
  /** Null for a day on which the server did not count, or that was before it did. */
  done: z
    .object({
      /** What they earned by messages; nothing that was given, taken or imported. */
      xp: z.number(),
      messages: z.number(),
      voiceSeconds: z.number(),
    })
    .nullable(),
})
export type ActivityDay = z.output<typeof activityDay>
