import { ConnectionService, ConnectionVisibility } from 'discord-api-types/v10'
import type { World } from '../state.ts'
import { type AccountDraft, addAccount, addApplication } from './draft.ts'

/** The demo's accounts: the login that scripts use, and the person. Everyone's password is 'sandbox'. */
const people: readonly AccountDraft[] = [
  { login: 'owner', username: 'mara.w', created: '2017-05-11T08:20:00Z' },
  { login: 'admin', username: 'tobiaslind', displayName: 'Tobias', created: '2018-02-03T19:41:00Z' },
  { login: 'rogue', username: 'kestrel', created: '2019-09-17T22:05:00Z' },
  { login: 'moderator', username: 'wren', created: '2018-11-29T16:12:00Z' },
  { login: 'member1', username: 'jun_tan', created: '2020-04-02T05:33:00Z' },
  { login: 'member2', username: 'ines.k', displayName: 'Ines', created: '2020-07-21T12:00:00Z' },
  { login: 'member3', username: 'oakley', displayName: 'Oakley', created: '2021-01-09T17:45:00Z' },
  { login: 'member4', username: 'pim_', displayName: 'Pim', created: '2021-06-30T09:18:00Z', avatar: false },
  { login: 'member5', username: 'saltmarsh', displayName: 'Salt Marsh', created: '2022-03-14T20:02:00Z' },
  { login: 'member6', username: 'dov', created: '2022-10-05T11:27:00Z', avatar: false },
  { login: 'member7', username: 'lumen.arts', displayName: 'Lumen ✨', created: '2023-05-19T14:50:00Z' },
  { login: 'member8', username: 'quietriver', displayName: 'Quiet River', created: '2024-01-22T07:39:00Z' },
  { login: 'stranger', username: 'driftwood', displayName: 'Driftwood', created: '2024-08-08T18:08:00Z' },
]

/** GUILD_PRESENCES, GUILD_MEMBERS and MESSAGE_CONTENT. */
const everyPrivilegedIntent = (1 << 8) | (1 << 1) | (1 << 15)

export type DemoIds = ReadonlyMap<string, string>

/** @returns login to user id, bots under 'palisade', 'tally' and 'jukebox' */
export function addDemoAccounts(world: World): DemoIds {
  const ids = new Map(people.map(person => [person.login, addAccount(world, person).user.id]))
  const ownerId = ids.get('owner') ?? ''
  const owner = world.accounts.get(ownerId)
  if (owner)
    owner.connections = [
      {
        id: '1701',
        name: 'mara-makes',
        type: ConnectionService.GitHub,
        verified: true,
        friend_sync: false,
        show_activity: true,
        two_way_link: false,
        visibility: ConnectionVisibility.Everyone,
      },
    ]
  const bots = [
    {
      login: 'palisade',
      username: 'Palisade',
      created: '2023-02-01T10:00:00Z',
      description: 'Moderation, safety and the everyday tools of a community.',
    },
    {
      login: 'tally',
      username: 'Tally',
      created: '2021-11-15T10:00:00Z',
      description: 'Counts things.',
    },
    {
      login: 'jukebox',
      username: 'Jukebox',
      created: '2020-12-06T10:00:00Z',
      description: 'Plays what you ask for.',
    },
  ]
  for (const { login, username, created, description } of bots) {
    const application = addApplication(
      world,
      { login, username, created },
      {
        description,
        clientSecret: `sandbox-${login}-secret`,
        ownerId,
        redirectUris: login === 'palisade' ? ['http://localhost:3000/api/login/callback'] : [],
        privilegedIntents: everyPrivilegedIntent,
      },
    )
    ids.set(login, application.botUserId)
  }
  return ids
}
