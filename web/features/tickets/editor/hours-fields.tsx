import type { PanelDesign } from '#features/tickets/panels/contract.ts'
import { timeZones } from '#web/app/dates.ts'
import { Combobox, Select } from '#web/ui/form/combobox.tsx'
import { NumberInput } from '#web/ui/form/number-input.tsx'
import { FieldPair } from '#web/ui/form/section.tsx'
import { Checkbox, SwitchField } from '#web/ui/form/switch.tsx'
import type { PanelEditing } from './use-panel-editor.ts'
import './hours-fields.css'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
const outside = [
  { value: 'warn', label: 'The ticket opens, and says when somebody is there' },
  { value: 'refuse', label: 'No ticket opens' },
] as const

/** The server validates the chosen one against its own list. */
const zones = timeZones()

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const minutesOf = (text: string): number | undefined => {
  const [, hours, minutes] = /^(\d{2}):(\d{2})$/.exec(text) ?? []
  return hours === undefined || minutes === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}

type Hours = PanelDesign['hours']

/** When the team answers, and its goals for answering. */
export function HoursFields({
  editing: { design, change, problems },
  disabled,
}: {
  editing: PanelEditing
  disabled: boolean
}) {
  const { hours } = design
  const set = (patch: Partial<Hours>) => change({ hours: { ...hours, ...patch } })
  const setDay = (at: number, day: Hours['days'][number]) => set({ days: hours.days.with(at, day) })
  const fault = Object.entries(problems).find(([path]) => path.startsWith('hours'))?.[1]
  const goal = (label: string, key: 'first_response_goal' | 'resolution_goal', most: number) => (
    <NumberInput
      label={label}
      name={key}
      unit="minutes"
      help="Within working hours. Empty for none."
      min={1}
      max={most}
      value={design[key] ?? Number.NaN}
      onChange={value => change({ [key]: Number.isNaN(value) ? null : value })}
      error={problems[key]}
      disabled={disabled}
    />
  )
  return (
    <>
      <SwitchField
        label="Working hours"
        name="hours"
        help="Without them, the team is always there."
        value={hours.enabled}
        onChange={enabled => set({ enabled })}
        error={fault}
        disabled={disabled}
      />
      {hours.enabled && (
        <>
          <Combobox
            label="Time zone"
            groups={[{ choices: zones.map(zone => ({ value: zone, label: zone.replaceAll('_', ' ') })) }]}
            search="Search time zones"
            value={hours.timeZone}
            onChange={zone => set({ timeZone: zone ?? 'UTC' })}
            disabled={disabled}
          />
          <ul className="hours-days">
            {weekdays.map((weekday, at) => {
              const day = hours.days[at] ?? null
              return (
                <li key={weekday}>
                  <Checkbox
                    label={weekday}
                    value={day !== null}
                    onChange={works => setDay(at, works ? { from: 540, to: 1020 } : null)}
                    disabled={disabled}
                  />
                  {day ? (
                    <span>
                      <Time
                        label={`${weekday}, from`}
                        value={day.from}
                        onChange={from => setDay(at, { ...day, from })}
                        disabled={disabled}
                      />
                      <span aria-hidden>–</span>
                      <Time
                        label={`${weekday}, until`}
                        value={day.to}
                        onChange={to => setDay(at, { ...day, to })}
                        disabled={disabled}
                      />
                    </span>
                  ) : (
                    <span className="field-help">Nobody answers</span>
                  )}
                </li>
              )
            })}
          </ul>
          <Select
            label="Outside of them"
            options={outside}
            value={hours.outside}
            onChange={value => set({ outside: value })}
            disabled={disabled}
          />
        </>
      )}
      <FieldPair>
        {goal('First answer within', 'first_response_goal', 43_200)}
        {goal('Closed within', 'resolution_goal', 525_600)}
      </FieldPair>
    </>
  )
}

function Time({
  label,
  value,
  onChange,
  disabled,
}: {
  label: string
  value: number
  onChange: (value: number) => void
  disabled: boolean
}) {
  return (
    <input
      className="input"
      type="time"
      aria-label={label}
      value={clock(Math.min(value, 24 * 60 - 1))}
      onChange={event => {
        const minutes = minutesOf(event.target.value)
        if (minutes !== undefined) onChange(minutes)
      }}
      disabled={disabled}
    />
  )
}
