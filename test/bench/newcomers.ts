import { setTimeout as rest } from 'node:timers/promises'
import { joinGuild } from '#sandbox/world/members/join.ts'
import { createAccount } from '#sandbox/world/members/new-account.ts'
import { type OneServer, drained, openOneServer } from './one-server.ts'
import { type MeasuredProcess, withProcess } from './measured-process.ts'

const lastsMs = 10_000
/**
 * Wider limits than Discord's, which accepts five messages in five seconds per channel and ten role changes in ten
 * seconds per server, so that a thousand welcomes take 17 minutes. The results here do not depend on the pace.
 */
const limits = {
  globalPerSecond: 200,
  routes: {
    'POST /channels/:channel_id/messages': { limit: 100, windowMs: 1000 },
    'PUT /guilds/:guild_id/members/:user_id/roles/:role_id': { limit: 100, windowMs: 1000 },
  },
}
const doneLimitMs = 240_000
/** How long to watch afterwards (ms): duplicates would appear soon after. */
const afterwardsMs = 5000
/** How long before the kill an event may have been sent without being received (ms). */
const onItsWayMs = 500

/** The results for a crowd that joined within ten seconds by one invite. */
export interface Newcomers {
  joined: number
  /** Members who joined while the product was up. */
  heard: number
  lost: number
  twice: number
  /** Members without the role, and roles asked for again. */
  withoutRole: number
  rolesTwice: number
  /** Of the members whose join was received, how many are attributed to the invite. */
  attributed: number
  /** From the first join until the last was greeted and had the role (s). */
  seconds: number
  requests: number
  /** Requests answered with 401, 403 or 429. */
  invalid: number
  errors: number
}

/** A person who joined. */
interface Joined {
  userId: string
  /** Whether they joined while the product was connected, and not at the moment it was killed. */
  heard: boolean
}

function configure(arena: OneServer): Promise<void> {
  const role = [...arena.guild.roles.values()].find(({ name }) => name === 'Potter')?.id
  return arena.configure([
    [
      'POST',
      '/greeting',
      { welcomeUpdate: true, welcome_channel: 'arrivals', welcome_content: 'Hello {member.mention}, by {inviter}' },
    ],
    ['POST', '/autorole', { autoroleUpdate: true, enabled: 'on', memberRoles: [role], waitForScreening: 'off' }],
    ['POST', '/invites', { invitesUpdate: true, tracking: 'on' }],
    ['PUT', '/counters/users', { name: 'Members' }],
  ])
}

/**
 * Lets people join over ten seconds. `halfway` is called when half of them have joined; that is when the product is
 * killed.
 */
async function letJoin(arena: OneServer, count: number, up: () => boolean, halfway?: () => void): Promise<Joined[]> {
  const { context } = arena.sandbox
  const [code] = arena.guild.invites.keys()
  const joined: (Joined & { at: number })[] = []
  const begun = performance.now()
  for (let place = 0; place < count; place++) {
    const userId = createAccount(context, 'newcomer')
    joinGuild(context, userId, arena.guildId, code)
    joined.push({ userId, heard: up(), at: performance.now() })
    if (halfway && place === count / 2) {
      for (const one of joined) one.heard &&= one.at < performance.now() - onItsWayMs
      halfway()
    }
    await rest(Math.max(0, begun + ((place + 1) * lastsMs) / count - performance.now()))
  }
  return joined
}

async function outcome(
  arena: OneServer,
  joined: Joined[],
  begun: number,
  subject: MeasuredProcess,
): Promise<Newcomers> {
  const { context } = arena.sandbox
  const role = [...arena.guild.roles.values()].find(({ name }) => name === 'Potter')?.id ?? ''
  const arrivals = context.world.channels.get(arena.channel('arrivals'))?.messages
  const heard = joined.filter(one => one.heard)
  const greetings = () => {
    const counts = new Map<string, number>()
    for (const { author, content } of arrivals?.values() ?? []) {
      const [, userId] = /Hello <@(\d+)>/.exec(content) ?? []
      if (author.id === arena.botId && userId) counts.set(userId, (counts.get(userId) ?? 0) + 1)
    }
    return counts
  }
  const roleless = () => heard.filter(({ userId }) => !arena.guild.members.get(userId)?.roles.includes(role)).length
  const ungreeted = () => {
    const counts = greetings()
    return heard.filter(({ userId }) => !counts.has(userId)).length
  }
  const left = () => ungreeted() + roleless()
  const waited = (limitMs: number) => drained('newcomers', left, limitMs).catch(() => undefined)
  await waited(doneLimitMs)
  const seconds = (performance.now() - begun) / 1000
  await rest(afterwardsMs)
  const asked = arena.requests()
  const puts = asked.filter(({ method, path }) => method === 'PUT' && path.endsWith(`/roles/${role}`))
  const [known] = arena.query<{ count: number }>(
    "SELECT count(*) AS count FROM invite_joins WHERE via = 'invite' AND code IS NOT NULL",
  )
  return {
    joined: joined.length,
    heard: heard.length,
    lost: ungreeted(),
    twice: [...greetings().values()].filter(count => count > 1).length,
    withoutRole: roleless(),
    rolesTwice: puts.length - new Set(puts.map(({ path }) => path)).size,
    attributed: known?.count ?? 0,
    seconds,
    requests: asked.length,
    invalid: asked.filter(({ status }) => [401, 403, 429].includes(status)).length,
    errors: subject.errors().length,
  }
}

/** Measures newcomers with greetings, auto roles, invite tracking and a counter on. */
export async function measureNewcomers(root: string, count: number): Promise<Newcomers> {
  const arena = await openOneServer(root, limits)
  try {
    return await withProcess(arena.palisade, async subject => {
      await configure(arena)
      const begun = performance.now()
      return outcome(arena, await letJoin(arena, count, () => true), begun, subject)
    })
  } finally {
    await arena.close()
  }
}

/** Like `measureNewcomers`, but the product is killed when half of them have joined, and started again. */
export async function measureKilledNewcomers(root: string, count: number): Promise<Newcomers> {
  const arena = await openOneServer(root, limits)
  try {
    let up = true
    const joining = await withProcess(arena.palisade, async subject => {
      await configure(arena)
      const begun = performance.now()
      const half = Promise.withResolvers<void>()
      const all = letJoin(arena, count, () => up, half.resolve)
      await half.promise
      up = false
      await subject.kill()
      return { begun, all }
    })
    return await withProcess(arena.palisade, async subject => {
      up = true
      return outcome(arena, await joining.all, joining.begun, subject)
    })
  } finally {
    await arena.close()
  }
}
