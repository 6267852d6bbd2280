import { feature } from '#kernel/feature.ts'
import { peopleOf } from '#kit/people.ts'
import { rep } from './commands.ts'
import reputation from './contract.ts'
import { reputationBoard } from './public.ts'
import { tables } from './table.ts'

export default feature(reputation, {
  switch: 'enabled',
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
  tables,
})
