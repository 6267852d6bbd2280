import type { PanelDesign } from '#features/tickets/panels/contract.ts'
import type { GuildCore } from '#kernel/contract.ts'
import { roleNameIn } from '#web/app/guild-names.ts'

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

/**
 * A summary of a panel's settings, one line each.
 * @param supportRole the role of the server's support team; null if none is chosen, undefined until it is known
 */
export function summaryOf(
  panel: PanelDesign,
  guild: Pick<GuildCore, 'channels' | 'roles'> | undefined,
  supportRole: string | null | undefined,
): [label: string, value: string][] {
  const named = (ids: readonly string[]) => ids.map(id => roleNameIn(guild, id))
  const own = panel.support_roles.filter(id => !panel.support_team_view || id !== supportRole)
  const serverTeam = supportRole === undefined ? ['the support team'] : named(supportRole === null ? [] : [supportRole])
  const team = [...(panel.support_team_view ? serverTeam : []), ...named(own)]
  return [
    ['Tickets are', panel.kind === 'thread' ? 'private threads' : 'channels'],
    ['Named', panel.ticket_name_format],
    ['Answered by', team.length === 0 ? 'nobody but managers' : team.join(', ')],
    ['Asks', panel.required_inputs.length === 0 ? 'nothing' : counted(panel.required_inputs.length, 'question')],
    [
      'Open at once',
      panel.max_open === null
        ? 'as many as the server allows a panel'
        : panel.max_open === 0
          ? 'any number'
          : String(panel.max_open),
    ],
    ['Closed after', panel.max_duration === 0 ? 'never by itself' : counted(panel.max_duration, 'hour')],
    ['Deleted', panel.auto_delete ? `${counted(panel.auto_delete_time, 'minute')} after closing` : 'by hand'],
    ['Transcript', panel.transcript ? 'made when it closes' : 'none'],
    ['Working hours', panel.hours.enabled ? panel.hours.timeZone : 'always'],
  ]
}
