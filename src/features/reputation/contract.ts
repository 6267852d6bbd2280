import { z } from 'zod'
import { contract, endpoint, field, person, settingsForm } from '#contract'

const settings = z.object({
  enabled: field
    .toggle('Reputation', { help: 'Members may give each other reputation with the rep command.' })
    .default(true),
  cooldownHours: field
    .number('Time between two gifts', {
      min: 1,
      max: 168,
      unit: 'hours',
      help: 'How long a member must wait before giving to anybody again.',
    })
    .default(24),
  announceChannel: field
    .channel('Announcement channel', {
      posts: true,
      channelTypes: [0, 5],
      help: 'Where gifts are also announced. Without one, only the command’s reply mentions them.',
    })
    .nullable()
    .default(null),
})

export default contract('reputation', {
  title: 'Reputation',
  summary: 'Members give each other a point now and then.',
  words: ['rep', 'thanks', 'karma'],
  icon: 'heart-handshake',
  docs: 'Social',
  page: { path: 'reputation', area: 'COMMUNITY', order: 5 },
  settings,
  endpoints: {
    board: endpoint({
      summary: 'Lists members by the reputation they were given, most first.',
      method: 'GET',
      path: '/guild/:guildId/reputation/board',
      needs: 'view',
      query: z.object({
        limit: z.coerce.number().int().min(1).max(100).default(10),
        offset: z.coerce.number().int().min(0).default(0),
      }),
      reply: z.object({
        rows: z.array(
          z.object({
            user: person,
            received: z.number(),
          }),
        ),
        total: z.number(),
      }),
    }),
  },
  forms: {
    reputation: settingsForm({
      summary: 'Saves the settings of reputation.',
      address: '/guild/:guildId/reputation',
      flag: 'reputationUpdate',
      settings,
    }),
  },
})
