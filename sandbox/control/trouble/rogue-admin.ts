import { guildOf } from '../../world/lookup.ts'
import { joinGuild } from '../../world/members/join.ts'
import { has, permission } from '../../world/permissions.ts'
import { memberByLogin } from '../members.ts'
import { Refusal, type TroubleScene, type Trouble } from '../trouble.ts'

const stepMs = 700
const lookMs = 100
/** How many times it checks what has been restored. */
const looks = 200

interface AdminAction {
  what: string
  method: string
  paths: string[]
}

/** The actions of a hostile administrator, the most valuable targets first. */
function actionsOf({ sandbox, guildId }: TroubleScene, rogueId: string): AdminAction[] {
  const { guild, channelIds, roles, members } = guildOf(sandbox.world, guildId)
  const victims = [...members.keys()].filter(id => id !== rogueId && id !== guild.owner_id)
  const removable = [...roles.values()].filter(role => role.id !== guildId && !role.managed)
  return [
    { what: 'channels deleted', method: 'DELETE', paths: [...channelIds].map(id => `/channels/${id}`) },
    {
      what: 'roles deleted',
      method: 'DELETE',
      paths: removable
        .toSorted((left, right) => left.position - right.position)
        .map(role => `/guilds/${guildId}/roles/${role.id}`),
    },
    { what: 'members banned', method: 'PUT', paths: victims.map(id => `/guilds/${guildId}/bans/${id}`) },
  ]
}

/** Lets the rogue admin join again: the owner, deceived, lifts the ban and makes them an administrator. */
async function letBackIn(scene: TroubleScene): Promise<void> {
  const { sandbox, guildId, act } = scene
  const { guild, roles, members, bans } = guildOf(sandbox.world, guildId)
  const [rogueId] = [...sandbox.world.accounts].find(([, { login }]) => login === 'rogue') ?? []
  const admin = [...roles.values()]
    .filter(role => !role.managed && has(BigInt(role.permissions), permission.Administrator))
    .toSorted((left, right) => left.position - right.position)[0]
  if (rogueId === undefined || members.has(rogueId) || !admin) return
  scene.progress('The owner lets the rogue admin back in')
  if (bans.has(rogueId)) await act(guild.owner_id, 'DELETE', `/guilds/${guildId}/bans/${rogueId}`)
  joinGuild(sandbox, rogueId, guildId)
  await act(guild.owner_id, 'PUT', `/guilds/${guildId}/members/${rogueId}/roles/${admin.id}`)
}

/** Lists the things in the guild by kind and name. The damage is repaired once each entry occurs as often as before. */
function thingsIn({ sandbox, guildId }: TroubleScene): string[] {
  const { channelIds, roles, bans } = guildOf(sandbox.world, guildId)
  return [
    ...[...channelIds].map(id => `channel ${sandbox.world.channels.get(id)?.channel.name}`),
    ...[...roles.values()].map(({ name }) => `role ${name}`),
    ...[...sandbox.world.accounts.keys()].filter(id => !bans.has(id)).map(id => `no ban of ${id}`),
  ]
}

function missing(scene: TroubleScene, before: readonly string[], rogueId: string): number {
  const now = thingsIn(scene)
  const left = before.filter(thing => {
    const place = now.indexOf(thing)
    if (place !== -1) now.splice(place, 1)
    return place === -1
  })
  return left.filter(thing => thing !== `no ban of ${rogueId}`).length
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** Reports how much is still missing until everything has been restored. */
async function watchReturn(
  scene: TroubleScene,
  rogueId: string,
  before: readonly string[],
  end: string,
): Promise<void> {
  const since = performance.now()
  let left = missing(scene, before, rogueId)
  for (let look = 0; look < looks && left > 0; look += 1) {
    scene.progress(`${end}. ${left} still missing`)
    await scene.pause(lookMs)
    left = missing(scene, before, rogueId)
  }
  scene.progress(
    left === 0
      ? `${end}. Everything was back ${seconds(performance.now() - since)} later`
      : `${end}. ${left} did not come back`,
  )
}

const rogueAdmin: Trouble = {
  place: 2,
  title: 'Rogue admin deletes everything',
  sentence:
    'Deletes channels, then roles, then bans members, one every 0.7 s, until somebody stops it. If they were kicked or banned, they are let back in first.',
  page: 'antinuke/incidents',
  async run(scene) {
    const { sandbox, guildId, act, pause, progress } = scene
    await letBackIn(scene)
    const rogueId = memberByLogin(sandbox, guildId, 'rogue')
    // The pauses below give a ban time to arrive: once the rogue is no longer a member, somebody has stopped them.
    const isGone = () => !guildOf(sandbox.world, guildId).members.has(rogueId)
    const before = thingsIn(scene)
    const begun = performance.now()
    const report: string[] = []
    for (const { what, method, paths } of actionsOf(scene, rogueId)) {
      let done = 0
      for (const path of paths) {
        if (isGone()) {
          const landed = [...report, `${done} ${done === 1 ? what.replace('s ', ' ') : what}`].join(', ')
          await watchReturn(scene, rogueId, before, `Thrown out after ${seconds(performance.now() - begun)}: ${landed}`)
          return
        }
        try {
          await act(rogueId, method, path)
          done += 1
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
        }
        progress(`${done} of ${paths.length} ${what}`)
        for (let ms = 0; ms < stepMs && !isGone(); ms += lookMs) await pause(lookMs)
      }
      report.push(`${done} of ${paths.length} ${what}`)
    }
    progress(`Nobody stopped it: ${report.join(', ')}`)
  },
}

export default rogueAdmin
