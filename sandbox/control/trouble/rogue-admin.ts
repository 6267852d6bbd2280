import { guildOf } from '../../world/lookup.ts'
import { memberByLogin } from '../members.ts'
import { Refusal, type Scene, type Trouble } from '../trouble.ts'

const stepMs = 700

interface AdminAction {
  what: string
  method: string
  paths: string[]
}

/** What a hostile administrator destroys, most valuable first. */
function actionsOf({ sandbox, guildId }: Scene, rogueId: string): AdminAction[] {
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

const rogueAdmin: Trouble = {
  place: 2,
  title: 'Rogue admin deletes everything',
  sentence: 'Deletes channels, then roles, then bans members, one every 0.7 s, until somebody stops it.',
  async run(scene) {
    const { sandbox, guildId, act, pause, progress } = scene
    const rogueId = memberByLogin(sandbox, guildId, 'rogue')
    const report: string[] = []
    for (const { what, method, paths } of actionsOf(scene, rogueId)) {
      let done = 0
      for (const path of paths) {
        // A ban takes a while to take effect: somebody who is no longer a member has been stopped.
        if (!guildOf(sandbox.world, guildId).members.has(rogueId)) {
          progress(`Stopped: thrown out of the server. ${[...report, `${done} ${what}`].join(', ')}`)
          return
        }
        try {
          await act(rogueId, method, path)
          done += 1
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
        }
        progress(`${done} of ${paths.length} ${what}`)
        await pause(stepMs)
      }
      report.push(`${done} of ${paths.length} ${what}`)
    }
    progress(`Nobody stopped it: ${report.join(', ')}`)
  },
}

export default rogueAdmin
