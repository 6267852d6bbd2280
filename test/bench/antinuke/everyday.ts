import { ChannelType } from 'discord-api-types/v10'
import { setTimeout as rest } from 'node:timers/promises'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { say } from '../measure.ts'
import { type Arena, openArena, quiet } from './arena.ts'
import { type ProfileName, profiles } from './profiles.ts'
import { punished } from './punished.ts'
import type { Subject } from './subjects.ts'

/** Everyday work that looks like an attack, from the list B1 to B6. */
interface Work {
  id: string
  title: string
  run(arena: Arena, ask: Ask): Promise<void>
}

type Ask = (token: string, method: string, path: string, body?: unknown) => Promise<{ id: string }>

/** The outcome: nobody may be punished, and no module may be triggered. */
export interface Everyday {
  subject: string
  work: string
  title: string
  tripped: boolean
  innocents: string[]
}

const guild = ({ guildId }: Arena, more: string) => `/guilds/${guildId}${more}`
const plainRole = ({ state }: Arena) => [...state.roles.values()].find(one => / of /.test(one.name))?.id ?? ''
const texts = ({ state, sandbox }: Arena) =>
  [...state.channelIds].filter(id => sandbox.context.world.channels.get(id)?.channel.type === ChannelType.GuildText)
const people = ({ state, sandbox }: Arena) =>
  [...state.members.keys()].filter(id => sandbox.context.world.accounts.get(id)?.login.startsWith('member'))

export const works: readonly Work[] = [
  {
    id: 'B1',
    title: 'Staff rearrange thirty channels in one minute',
    async run(arena, ask) {
      const admin = arena.token(arena.userId('admin'))
      for (const [place, id] of texts(arena).slice(0, 30).entries()) {
        await ask(admin, 'PATCH', `/channels/${id}`, { name: `kiln-${place}`, topic: 'Firing' })
        await ask(admin, 'PUT', `/channels/${id}/permissions/${plainRole(arena)}`, {
          type: 0,
          allow: '0',
          deny: '2048',
        })
        await rest(2000)
      }
    },
  },
  {
    id: 'B2',
    title: 'A moderator bans forty raiders',
    async run(arena, ask) {
      const { context } = arena.sandbox
      const raiders = Array.from({ length: 40 }, () => {
        const id = createAccount(context, 'raider')
        joinGuild(context, id, arena.guildId)
        return id
      })
      await quiet(arena, 1000, 5000)
      for (const id of raiders) {
        await ask(arena.token(arena.userId('admin')), 'PUT', guild(arena, `/bans/${id}`))
        await rest(200)
      }
    },
  },
  {
    id: 'B3',
    title: 'A bot gives a role to five hundred members',
    async run(arena, ask) {
      const roles = [...arena.state.roles.values()].filter(one => / of /.test(one.name)).slice(0, 10)
      for (const userId of people(arena).slice(0, 50))
        await Promise.all(
          roles.map(({ id }) => ask(arena.botToken('Tally'), 'PUT', guild(arena, `/members/${userId}/roles/${id}`))),
        )
    },
  },
  {
    id: 'B4',
    title: 'A bot sets up the server from a template',
    async run(arena, ask) {
      const bot = arena.botToken('Tally')
      for (let place = 0; place < 30; place += 1)
        await ask(bot, 'POST', guild(arena, '/roles'), { name: `Role ${place}`, permissions: place < 3 ? '8' : '0' })
      for (let place = 0; place < 40; place += 1)
        await ask(bot, 'POST', guild(arena, '/channels'), { name: `new-${place}` })
    },
  },
  {
    id: 'B5',
    title: 'A ticket bot opens and closes its channels',
    async run(arena, ask) {
      const bot = arena.botToken('Tally')
      const [member = ''] = people(arena)
      for (let place = 0; place < 40; place += 1) {
        const { id } = await ask(bot, 'POST', guild(arena, '/channels'), { name: `ticket-${place}` })
        await ask(bot, 'PUT', `/channels/${id}/permissions/${member}`, { type: 1, allow: '1040', deny: '0' })
        await ask(bot, 'PATCH', `/channels/${id}`, { name: `closed-${place}` })
        await ask(bot, 'DELETE', `/channels/${id}`)
      }
    },
  },
  {
    id: 'B6',
    title: 'Discord’s AutoMod times people out',
    async run(arena, ask) {
      await ask(arena.token(arena.state.guild.owner_id), 'POST', guild(arena, '/auto-moderation/rules'), {
        name: 'Bench',
        event_type: 1,
        trigger_type: 1,
        enabled: true,
        trigger_metadata: { keyword_filter: ['badword'] },
        actions: [{ type: 1 }, { type: 3, metadata: { duration_seconds: 60 } }],
      })
      for (const userId of people(arena).slice(0, 12))
        for (const id of texts(arena).slice(0, 3))
          await ask(arena.token(userId), 'POST', `/channels/${id}/messages`, { content: 'a badword' }).catch(() => ({
            id: '',
          }))
    },
  },
]

const tripped = `SELECT 1 FROM antinuke_incidents`

/** Does the work in a fresh server guarded by a fresh bot. */
export async function runEveryday(
  { subject, work, profile, seed }: { subject: Subject; work: Work; profile: ProfileName; seed: number },
  root: string,
): Promise<Everyday> {
  const arena = await openArena({ channels: 50, roles: 30, members: 100 }, seed)
  const apart = new Set([arena.botId])
  const running = await subject.start(arena, root)
  try {
    await subject.arm(arena)
    arena.slowDown(profiles[profile], seed)
    await work.run(arena, async (token, method, path, body) => {
      const answer = await fetch(`${arena.sandbox.api}/v10${path}`, {
        method,
        headers: {
          authorization: token,
          'user-agent': 'DiscordBot (staff, 1)',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return (answer.status === 200 || answer.status === 201 ? await answer.json() : { id: '' }) as { id: string }
    })
    await quiet(arena, 3000, 30_000)
    const innocents = punished(arena, apart)
    const noticed = subject.name === 'palisade' && arena.query(tripped).length > 0
    const outcome = {
      subject: subject.name,
      work: work.id,
      title: work.title,
      tripped: noticed || innocents.length > 0,
      innocents,
    }
    say(
      `${subject.name} ${work.id} ${profile}: ${outcome.tripped ? 'TRIPPED' : 'nothing noticed'}, innocents ${innocents.length}`,
    )
    return outcome
  } finally {
    await running.kill()
    await arena.close()
  }
}
