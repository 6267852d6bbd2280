import { and, asc, eq, gte } from 'drizzle-orm'
import { dayOf, dayStart, lastDays } from '#contract'
import type { Services } from '#kernel/feature.ts'
import { activityOf } from '../earning/activity.ts'
import { type ActivityDay, activityDays } from '../earning/contract.ts'
import { settleVoice } from '../earning/voice-time.ts'
import { levelingCountedDays as counted, levelingDays as days, levelingMembers as members } from '../table.ts'

/** What somebody did on each of the last days, today last; null for days on which the server did not count. */
export function memberDays(
  services: Pick<Services, 'client' | 'db' | 'log' | 'memory' | 'now'>,
  guildId: string,
  userId: string,
): ActivityDay[] {
  const { db, now } = services
  activityOf(services).flush()
  settleVoice(services, { guildId, userId })
  const shown = lastDays(activityDays, now())
  const [first = 0] = shown
  const own = db
    .select()
    .from(days)
    .where(and(eq(days.guildId, guildId), eq(days.userId, userId), gte(days.day, first)))
    .orderBy(asc(days.day))
    .all()
  const current = db
    .select({ earnedBefore: members.earned, writtenBefore: members.written, voiceSecondsBefore: members.voiceSeconds })
    .from(members)
    .where(and(eq(members.guildId, guildId), eq(members.userId, userId)))
    .get()
  const done = new Map(
    own.map((one, place) => {
      const next = own[place + 1] ?? current ?? one
      return [
        one.day,
        {
          xp: next.earnedBefore - one.earnedBefore,
          messages: next.writtenBefore - one.writtenBefore,
          voiceSeconds: next.voiceSecondsBefore - one.voiceSecondsBefore,
        },
      ]
    }),
  )
  const isCounted = new Set(
    db
      .select({ day: counted.day })
      .from(counted)
      .where(and(eq(counted.guildId, guildId), gte(counted.day, first)))
      .all()
      .map(({ day }) => day),
  )
  const nothing = { xp: 0, messages: 0, voiceSeconds: 0 }
  return shown.map(day => ({
    at: dayStart(day),
    done: done.get(day) ?? (isCounted.has(day) || day === dayOf(now()) ? nothing : null),
  }))
}
