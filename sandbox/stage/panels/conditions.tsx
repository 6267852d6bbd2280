import { RotateCcw } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { changeConditions, readWorld, resetWorld, type StageConditions, switchScreening } from '../client/control.ts'
import { sentenceOf } from '../client/rest.ts'
import { useStage } from '../context.ts'

const SETTLE_MS = 300

/** Conditions for every request: delays, failures, missing names. They take effect at once. */
export function ConditionsForm() {
  const { world, guild, say } = useStage()
  const withhold = useId()
  const screening = useId()
  const [conditions, setConditions] = useState<StageConditions>(world.conditions)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    readWorld()
      .then(fresh => setConditions(fresh.conditions))
      .catch(() => undefined)
    return () => clearTimeout(timer.current)
  }, [])
  const change = (patch: Partial<StageConditions>) => {
    setConditions({ ...conditions, ...patch })
    clearTimeout(timer.current)
    // A slider being dragged is one change, not fifty.
    timer.current = setTimeout(() => {
      changeConditions(patch)
        .then(setConditions)
        .catch((error: unknown) => say(sentenceOf(error)))
    }, SETTLE_MS)
  }
  const replay = async () => {
    try {
      await resetWorld()
      location.reload()
    } catch (error) {
      say(sentenceOf(error))
    }
  }
  return (
    <section className="conditions" aria-labelledby="conditions-title">
      <h2 id="conditions-title" className="section-title">
        Conditions
      </h2>
      <Slide
        label="Latency"
        unit="median, ms"
        value={conditions.latency.medianMs}
        max={2000}
        onChange={medianMs => change({ latency: { medianMs, p99Ms: medianMs * 3 } })}
      />
      <Slide
        label="Server errors"
        unit="next requests"
        value={conditions.failNext?.count ?? 0}
        max={100}
        onChange={count => change({ failNext: count === 0 ? null : { count, status: 503 } })}
      />
      <div className="condition-row">
        <label htmlFor={withhold}>Hide who did it</label>
        <Switch
          id={withhold}
          value={conditions.auditExecutors === 'null'}
          onChange={on => change({ auditExecutors: on ? 'null' : 'shown' })}
        />
      </div>
      {guild && (
        <div className="condition-row">
          <label htmlFor={screening}>New members accept the rules first</label>
          <Switch
            id={screening}
            value={guild.screened}
            onChange={on => {
              switchScreening(guild.id, on).catch((error: unknown) => say(sentenceOf(error)))
            }}
          />
        </div>
      )}
      <div className="condition-row seed">
        <span className="muted">Seed</span>
        <span className="code">{world.seed}</span>
        <Button size="sm" icon={<RotateCcw aria-hidden />} onClick={() => void replay()}>
          Replay
        </Button>
      </div>
    </section>
  )
}

interface SlideProps {
  label: string
  unit: string
  value: number
  max: number
  onChange(value: number): void
}

/** A slider with a number input. */
function Slide({ label, unit, value, max, onChange }: SlideProps) {
  const id = useId()
  const set = (text: string) => {
    const number = Number(text)
    if (Number.isFinite(number)) onChange(Math.max(0, Math.min(max, Math.round(number))))
  }
  return (
    <div className="slide">
      <label htmlFor={id}>
        {label} <small>{unit}</small>
      </label>
      <input
        id={id}
        type="range"
        className="slider-track"
        min={0}
        max={max}
        value={value}
        style={{ '--filled': `${(value / max) * 100}%` }}
        onChange={event => set(event.target.value)}
      />
      <input
        className="input input-number num"
        inputMode="numeric"
        aria-label={`${label}, exact`}
        value={value}
        onChange={event => set(event.target.value)}
      />
    </div>
  )
}
