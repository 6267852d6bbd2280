import { useEffect, useMemo, useState } from 'react'
import type { LiveChannel } from '../client/model.ts'
import type { StageSession } from '../client/session.ts'
import { useStage } from '../context.ts'
import { type CommandIndex, type SlashCommand, slashCommands } from './commands.ts'

/** Shared by simultaneous callers: every message on screen has a menu. */
const asked = new WeakMap<StageSession, Map<string, { at: number; answer: Promise<CommandIndex> }>>()
const freshMs = 5000

function readIndex(session: StageSession, scope: string): Promise<CommandIndex> {
  const questions = asked.get(session) ?? new Map<string, { at: number; answer: Promise<CommandIndex> }>()
  asked.set(session, questions)
  const known = questions.get(scope)
  if (known && Date.now() - known.at < freshMs) return known.answer
  const answer = session.rest.call<CommandIndex>('GET', `${scope}/application-command-index`)
  questions.set(scope, { at: Date.now(), answer })
  return answer
}

const nothing: CommandIndex = { applications: [], application_commands: [] }

/** The commands of apps in this channel. Loaded when a server is opened: commands rarely change. */
export function useCommandIndex(channel: LiveChannel): CommandIndex {
  const { session } = useStage()
  const [index, setIndex] = useState(nothing)
  const scope = channel.guild_id === undefined ? `/channels/${channel.id}` : `/guilds/${channel.guild_id}`
  useEffect(() => {
    let left = false
    readIndex(session, scope).then(
      found => {
        if (!left) setIndex(found)
      },
      // Messages can be written without the list.
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [session, scope])
  return index
}

/** What can be run in this channel by typing a slash. */
export function useCommands(channel: LiveChannel): readonly SlashCommand[] {
  const index = useCommandIndex(channel)
  return useMemo(() => slashCommands(index), [index])
}
