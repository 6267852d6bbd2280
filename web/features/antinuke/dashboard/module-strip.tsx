import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { editedFrom } from '#contract'
import antinuke from '#features/antinuke/contract.ts'
import { modules } from '#features/antinuke/modules/contract.ts'
import { readForms } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { useOwnAccess } from '#web/app/sidebar/closed-entries.ts'
import { Card } from '#web/ui/card.tsx'
import { Fence } from '#web/ui/fence.tsx'
import './module-strip.css'

const form = antinuke.forms.antinuke

/** On the dashboard: whether AntiNuke is on, one picket for each module. Only for those who may see that. */
export function ModuleStrip({ guildId }: { guildId: string }) {
  const own = useOwnAccess(guildId)
  const level = own && (own.features[antinuke.name] ?? own.level)
  const maySee = level !== undefined && level !== 'none' && level !== 'visit'
  const { data } = useQuery({
    queryKey: [...guildKey(guildId), 'form', form.address],
    queryFn: ({ signal }) => readForms(form, guildId, signal),
    enabled: maySee,
  })
  const view = data?.[form.under]
  if (!view) return null
  const settings = editedFrom(form, view)
  const isOn = (key: (typeof modules)[number]['key']) => settings.enabled === true && settings.modules?.[key] === true
  const off = modules.filter(({ key }) => !isOn(key))
  return (
    <Card as="section" className="antinuke-strip" aria-label="AntiNuke">
      <Fence pickets={modules.map(({ key }) => (isOn(key) ? 'on' : 'off'))} />
      <div>
        <h2>{settings.enabled ? 'AntiNuke is on' : 'AntiNuke is off'}</h2>
        <p>
          {settings.enabled ? wordsOf(off.map(({ label }) => label)) : 'Nobody is stopped, and nothing is recorded.'}
        </p>
      </div>
      <Link className="link" to="/manage/$guildId/antinuke" params={{ guildId }} search={{}}>
        Open AntiNuke
        <ArrowRight aria-hidden />
      </Link>
    </Card>
  )
}

/** '9 of 11 modules. Anti-Integration and Anti-Prune are off.' */
function wordsOf(off: readonly string[]): string {
  const count = `${modules.length - off.length} of ${modules.length} modules.`
  if (off.length === 0) return `All ${modules.length} modules are on.`
  if (off.length > 3) return count
  const names = off.length === 1 ? off[0] : `${off.slice(0, -1).join(', ')} and ${off.at(-1)}`
  return `${count} ${names} ${off.length === 1 ? 'is' : 'are'} off.`
}
