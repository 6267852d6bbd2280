import { ArrowLeftRight, History } from 'lucide-react'
import type { TimeMachineOverview } from '#features/antinuke/time-machine/contract.ts'
import { localInputValue, momentText } from '#web/app/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import './moments.css'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

interface Props {
  from: number
  to: number | null
  since: number
  now: number
  presets: TimeMachineOverview['presets']
  onChange(moments: { from: number; to: number | null }): void
}

/** The two times as fields, with presets for the first. */
export function Moments({ from, to, since, now, presets, onChange }: Props) {
  const all = [
    ...presets,
    { label: 'An hour ago', at: now - hourMs },
    { label: 'Yesterday', at: now - dayMs },
    { label: 'A week ago', at: now - 7 * dayMs },
    { label: 'As early as possible', at: since },
  ].filter(({ at }) => at >= since)
  const parsed = (text: string) => {
    const at = new Date(text).getTime()
    return Number.isNaN(at) ? undefined : at
  }
  const setFrom = (text: string) => {
    const at = parsed(text)
    if (at !== undefined) onChange({ from: Math.min(Math.max(at, since), to ?? now), to })
  }
  const setTo = (text: string) => {
    const at = parsed(text)
    onChange({ from, to: at === undefined || at >= now ? null : Math.max(at, from) })
  }
  return (
    <div className="tm-moments">
      <Field label="A, before">
        {control => (
          <input
            {...control}
            className="input"
            type="datetime-local"
            value={localInputValue(from)}
            min={localInputValue(since)}
            max={localInputValue(to ?? now)}
            onChange={event => setFrom(event.target.value)}
          />
        )}
      </Field>
      <ArrowLeftRight className="lucide tm-between" aria-hidden />
      <Field label="B, after" help={to === null ? 'Now.' : undefined}>
        {control => (
          <input
            {...control}
            className="input"
            type="datetime-local"
            value={localInputValue(to ?? now)}
            min={localInputValue(from)}
            max={localInputValue(now)}
            onChange={event => setTo(event.target.value)}
          />
        )}
      </Field>
      <div className="tm-presets">
        {to !== null && (
          <Button variant="ghost" onClick={() => onChange({ from, to: null })}>
            B is now
          </Button>
        )}
        <Menu label="Set A to" trigger={<Button icon={<History aria-hidden />}>Moments</Button>}>
          {all.map(({ label, at }) => (
            <MenuItem
              key={`${label} ${at}`}
              end={momentText(at)}
              onSelect={() => onChange({ from: at, to: to !== null && to < at ? null : to })}
            >
              {label}
            </MenuItem>
          ))}
        </Menu>
      </div>
    </div>
  )
}
