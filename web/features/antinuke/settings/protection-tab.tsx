import { clsx } from 'clsx'
import {
  categories,
  type ModuleKey,
  modules,
  punishmentLabel,
  punishments,
} from '#features/antinuke/modules/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Fence, picketsOf } from '#web/ui/fence.tsx'
import { Select } from '#web/ui/form/combobox.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import type { AntinukeForm } from '../use-antinuke-form.ts'
import { LimitFields } from './limit-fields.tsx'
import './protection.css'

const globalPunishment = 'global'

/** The eleven modules by category: a switch and, while it is on, the punishment and the limits. */
export function ProtectionTab({ form }: { form: AntinukeForm }) {
  const switches = form.field('modules')
  const on = modules.filter(({ key }) => switches.value[key]).length
  const all = (value: boolean) =>
    // All keys are module keys.
    switches.onChange(Object.fromEntries(modules.map(({ key }) => [key, value])) as typeof switches.value)
  return (
    <Card as="section" aria-label="Protection modules">
      <div className="ledger-head">
        <Fence pickets={picketsOf(on, modules.length)} />
        <div>
          <h2>
            {on} of {modules.length} modules on
          </h2>
          <p>Global punishment: {punishmentLabel(form.values.punishment)}</p>
        </div>
        <Button why={switches.refused ?? switches.disabled} onClick={() => all(on < modules.length)}>
          {on < modules.length ? 'Turn all on' : 'Turn all off'}
        </Button>
      </div>
      {switches.refused && <p className="ledger-refused">{switches.refused}</p>}
      {categories.map(category => (
        <section className="ledger-group" key={category} aria-labelledby={`category-${category}`}>
          <h3 id={`category-${category}`}>{category}</h3>
          <ul>
            {modules
              .filter(module => module.category === category)
              .map(module => (
                <ModuleRow key={module.key} form={form} module={module} />
              ))}
          </ul>
        </section>
      ))}
    </Card>
  )
}

function ModuleRow({ form, module }: { form: AntinukeForm; module: (typeof modules)[number] }) {
  const { key, label, sentence } = module
  const switches = form.field('modules')
  const overrides = form.field('modulePunishments')
  const isOn = switches.value[key]
  const own = overrides.value[key]
  const set = (of: ModuleKey, value: string) =>
    overrides.onChange({
      ...overrides.value,
      [of]: punishments.find(punishment => punishment.value === value)?.value ?? null,
    })
  return (
    <li className={clsx('ledger-row', !isOn && 'is-off')}>
      <div className="ledger-words">
        <b>{label}</b>
        <p>{sentence}</p>
        {isOn && <LimitFields form={form} module={module} />}
      </div>
      {isOn && (
        <div className={clsx('ledger-punishment', own === null && 'is-global')}>
          <Select
            label={`Punishment of ${label}`}
            value={own ?? globalPunishment}
            onChange={value => set(key, value)}
            disabled={overrides.disabled}
            options={[
              { value: globalPunishment, label: `Use Global (${punishmentLabel(form.values.punishment)})` },
              ...punishments.map(({ value, label: name }) => ({ value, label: name })),
            ]}
          />
        </div>
      )}
      <Switch
        label={label}
        value={isOn}
        disabled={switches.disabled}
        onChange={value => switches.onChange({ ...switches.value, [key]: value })}
      />
    </li>
  )
}
