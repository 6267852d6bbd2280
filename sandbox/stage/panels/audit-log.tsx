import type { APIAuditLog, APIAuditLogEntry } from 'discord-api-types/v10'
import { RotateCw } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { formatTime } from '#web/ui/discord/time.ts'
import { channelName } from '../client/channels.ts'
import type { LiveState, LiveGuild } from '../client/model.ts'
import { displayName } from '../client/people.ts'
import { sentenceOf } from '../client/rest.ts'
import { useStage } from '../context.ts'
import { changesOf, actionText, nameInChanges, toneOf } from './audit-text.ts'

const DISCORD_EPOCH = 1_420_070_400_000
const EVERY_MS = 5000

function targetName(entry: APIAuditLogEntry, live: LiveState, guild: LiveGuild): string {
  const id = entry.target_id ?? ''
  const channel = live.channels[id] ?? live.channels[entry.options?.channel_id ?? '']
  const person = displayName(live, guild, id)
  if (person !== undefined) return person
  if (guild.roles[id]) return guild.roles[id].name
  if (channel) return `#${channelName(channel)}`
  return nameInChanges(entry) ?? id
}

/** What was done in this server, newest first, as far as this account may see it. */
export function AuditLog() {
  const { session, live, guild } = useStage()
  const [entries, setEntries] = useState<readonly APIAuditLogEntry[]>()
  const [problem, setProblem] = useState<string>()
  const guildId = guild?.id
  const read = useCallback(() => {
    if (guildId === undefined) return
    session.rest
      .call<APIAuditLog>('GET', `/guilds/${guildId}/audit-logs?limit=50`)
      .then(log => {
        setEntries(log.audit_log_entries)
        setProblem(undefined)
      })
      .catch((error: unknown) => setProblem(sentenceOf(error)))
  }, [session, guildId])
  useEffect(() => {
    read()
    const timer = setInterval(read, EVERY_MS)
    return () => clearInterval(timer)
  }, [read])
  if (!guild) return <p className="panel-none">Choose a server to see its audit log.</p>
  if (problem !== undefined) return <p className="panel-none">This account cannot read the audit log. {problem}</p>
  return (
    <div className="audit">
      <Button size="sm" variant="ghost" icon={<RotateCw aria-hidden />} onClick={read}>
        Read again
      </Button>
      {entries?.length === 0 && <p className="panel-none">No entries yet.</p>}
      <ol>
        {entries?.map(entry => {
          const who = entry.user_id ? (displayName(live, guild, entry.user_id) ?? entry.user_id) : 'Somebody unknown'
          const time = Number(BigInt(entry.id) >> 22n) + DISCORD_EPOCH
          return (
            <li key={entry.id} data-tone={toneOf(entry.action_type)}>
              <p>
                <b>{who}</b> {actionText(entry, targetName(entry, live, guild))}
              </p>
              {changesOf(entry).length > 0 && (
                <p className="audit-changes">{changesOf(entry).slice(0, 4).join('; ')}</p>
              )}
              {entry.reason && <p className="audit-changes">Reason: {entry.reason}</p>}
              <time className="num" dateTime={new Date(time).toISOString()}>
                {formatTime(time, 'f', time)}
              </time>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
