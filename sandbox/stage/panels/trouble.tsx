import { Bomb, ClockAlert, MessageSquareWarning, Sunset, TriangleAlert, Unplug, Users } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { listTroubles, startTrouble, stopTrouble, type TroubleState } from '../client/control.ts'
import { sentenceOf } from '../client/rest.ts'
import { useStage } from '../context.ts'
import { ConditionsForm } from './conditions.tsx'

const EVERY_MS = 1000

/** The icon of each script; others get the default one. */
const icons: readonly (readonly [pattern: RegExp, Icon: typeof Bomb])[] = [
  [/raid|join/, Users],
  [/rogue|nuke|delete/, Bomb],
  [/gateway|drop|session|outage/, Unplug],
  [/spam|flood|message/, MessageSquareWarning],
  [/late|audit|lag|clock/, ClockAlert],
  [/evening/, Sunset],
]
const iconOf = (name: string) => icons.find(([pattern]) => pattern.test(name))?.[1] ?? TriangleAlert

/** The trouble scripts, and the conditions that the sandbox runs under. */
export function TroublePanel() {
  const { guild, say, world } = useStage()
  const [troubles, setTroubles] = useState<readonly TroubleState[]>([])
  const read = useCallback(() => {
    // It is polled again in a second.
    listTroubles()
      .then(setTroubles)
      .catch(() => undefined)
  }, [])
  const running = troubles.some(each => each.running)
  useEffect(() => {
    read()
    const timer = setInterval(read, running ? EVERY_MS : EVERY_MS * 5)
    return () => clearInterval(timer)
  }, [read, running])
  const change = async (trouble: TroubleState) => {
    try {
      await (trouble.running ? stopTrouble(trouble.name) : startTrouble(trouble.name, guild?.id))
    } catch (error) {
      say(sentenceOf(error))
    }
    read()
  }
  return (
    <>
      <ul className="troubles">
        {troubles.map(trouble => {
          const Icon = iconOf(trouble.name)
          return (
            <li key={trouble.name} data-running={trouble.running || undefined}>
              <Icon aria-hidden />
              <div>
                <b>{trouble.title}</b>
                <p role={trouble.running ? 'status' : undefined}>
                  {trouble.running ? (trouble.progress ?? 'Running') : trouble.sentence}
                </p>
                {!trouble.running && trouble.progress !== null && <p className="trouble-last">{trouble.progress}</p>}
                {trouble.page !== null && world.dashboard_url !== null && (
                  <a className="link" href={`${world.dashboard_url}${trouble.page}`} target="_blank" rel="noopener">
                    See it in the dashboard
                  </a>
                )}
              </div>
              <Button
                size="sm"
                className={trouble.running ? 'button-stop' : undefined}
                aria-label={`${trouble.running ? 'Stop' : 'Run'}: ${trouble.title}`}
                onClick={() => void change(trouble)}
              >
                {trouble.running ? 'Stop' : 'Run'}
              </Button>
            </li>
          )
        })}
      </ul>
      <ConditionsForm />
    </>
  )
}
