import { and, eq } from 'drizzle-orm'
import { feature } from '#kernel/feature.ts'
import { peopleOf } from '#kit/people.ts'
import { rep } from './commands.ts'
import reputation from './contract.ts'
import { reputationBoard } from './public.ts'
import { reputationGifts } from './table.ts'

const { guildId: inGuild, giverId, receiverId } = reputationGifts
const within = (guildId: string | undefined) => (guildId === undefined ? undefined : eq(inGuild, guildId))

export default feature(reputation, {
  switch: 'enabled',
  category: 'Social',
  commands: { rep },
  requires: ({ own }) =>
    own.announceChannel === null
      ? []
      : [
          {
            permission: 'SendMessages',
            channelId: own.announceChannel,
            setting: 'announceChannel',
            why: 'to announce gifts of reputation',
          },
        ],
  routes: {
    async board({ db, guild, client, query }) {
      const { rows, total } = reputationBoard(db, guild.id, query)
      const people = await peopleOf(
        client,
        rows.map(({ userId }) => userId),
      )
      return { rows: rows.map(({ userId, received }) => ({ user: people(userId), received })), total }
    },
  },
  forms: {
    reputation: {
      read: ({ own }) => own,
      write({ save, author }, patch) {
        save(patch, author)
      },
    },
  },
  forgetUser({ db }, userId, guildId) {
    // What they received goes; what they gave stays with who has it, without their name.
    db.delete(reputationGifts)
      .where(and(eq(receiverId, userId), within(guildId)))
      .run()
    db.update(reputationGifts)
      .set({ giverId: null })
      .where(and(eq(giverId, userId), within(guildId)))
      .run()
  },
  forgetGuild({ db }, guildId) {
    db.delete(reputationGifts).where(eq(inGuild, guildId)).run()
  },
  exportGuild: ({ db }, guildId) => ({
    gifts: db.select().from(reputationGifts).where(eq(inGuild, guildId)).all(),
  }),
})
