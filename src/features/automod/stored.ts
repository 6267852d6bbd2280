import { and, eq } from 'drizzle-orm'
import type { Services } from '#kernel/feature.ts'
import { automodNative, automodStrikes } from './table.ts'

export function forgetUser({ db }: Pick<Services, 'db'>, userId: string, guildId: string | undefined): void {
  const theirs = eq(automodStrikes.userId, userId)
  db.delete(automodStrikes)
    .where(guildId === undefined ? theirs : and(theirs, eq(automodStrikes.guildId, guildId)))
    .run()
}

export function forgetGuild({ db }: Pick<Services, 'db'>, guildId: string): void {
  db.delete(automodStrikes).where(eq(automodStrikes.guildId, guildId)).run()
  db.delete(automodNative).where(eq(automodNative.guildId, guildId)).run()
}

export const exportGuild = ({ db }: Pick<Services, 'db'>, guildId: string) => ({
  strikes: db.select().from(automodStrikes).where(eq(automodStrikes.guildId, guildId)).all(),
  native: db.select().from(automodNative).where(eq(automodNative.guildId, guildId)).all(),
})
