import { type SyntheticEvent, useState } from 'react'
import { everything, type GrantLevel } from '#features/access/contract.ts'
import { ApiError } from '#web/app/api.ts'
import { FailedCall } from '#web/app/failed-call.tsx'
import { FindPerson } from '#web/app/people/find-person.tsx'
import { SignedOut } from '#web/app/signed-out.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/combobox.tsx'
import { RolePicker } from '#web/ui/form/guild-pickers.tsx'
import { RadioGroup } from '#web/ui/form/radio.tsx'
import { FieldPair, Section } from '#web/ui/form/section.tsx'
import { type GrantBody, useGrantChanges, useGrants, useRoles } from './use-access.ts'

const hour = 60 * 60_000
const periods = [
  { value: 'none', label: 'Until it is revoked', ms: null },
  { value: 'hour', label: 'For an hour', ms: hour },
  { value: 'day', label: 'For a day', ms: 24 * hour },
  { value: 'week', label: 'For a week', ms: 7 * 24 * hour },
  { value: 'month', label: 'For 30 days', ms: 30 * 24 * hour },
] as const
type Period = (typeof periods)[number]['value']

/** Gives a member or role access to a feature. */
export function GrantForm({ guildId }: { guildId: string }) {
  const [kind, setKind] = useState<GrantBody['kind']>('role')
  const [id, setId] = useState<string | null>(null)
  const [feature, setFeature] = useState<string>(everything)
  const [level, setLevel] = useState<GrantLevel>('view')
  const [period, setPeriod] = useState<Period>('none')
  const roles = useRoles(guildId).data?.roles ?? []
  const features = useGrants(guildId).data?.features ?? []
  const { grant } = useGrantChanges(guildId)
  const faults = grant.error instanceof ApiError ? (grant.error.fields ?? {}) : {}
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (id === null) return
    const ms = periods.find(({ value }) => value === period)?.ms ?? null
    const expiresAt = ms === null ? null : Date.now() + ms
    grant.mutate({ kind, id, feature, level, expiresAt }, { onSuccess: () => setId(null) })
  }
  return (
    <form onSubmit={submit}>
      <Section title="Give access" purpose="Only you, the owner of the server, can give access or revoke it.">
        <RadioGroup
          label="Who gets access"
          value={kind}
          onChange={next => {
            setKind(next)
            setId(null)
          }}
          options={[
            { value: 'role', label: 'Everybody with a role' },
            { value: 'member', label: 'One member' },
          ]}
        />
        {kind === 'role' ? (
          <RolePicker label="Role" roles={roles} guildId={guildId} value={id} onChange={setId} error={faults['id']} />
        ) : (
          <FindPerson
            guildId={guildId}
            search="Find a member"
            label="Member"
            value={id}
            isFit={({ bot, here }) => here && !bot}
            onChange={setId}
            error={faults['id']}
          />
        )}
        <FieldPair>
          <Select
            label="Feature"
            value={feature}
            onChange={setFeature}
            options={features.map(({ name, title }) => ({ value: name, label: title }))}
            error={faults['feature']}
          />
          <Select label="How long" value={period} onChange={setPeriod} options={periods} error={faults['expiresAt']} />
        </FieldPair>
        <RadioGroup
          label="What they can do"
          value={level}
          onChange={setLevel}
          options={[
            { value: 'view', label: 'See its page without changing anything' },
            { value: 'manage', label: 'Change its settings, switch it on and off, and use its commands for managers' },
          ]}
        />
        <SignedOut unsaved={id !== null} />
        {Object.keys(faults).length === 0 && <FailedCall error={grant.error} />}
        <div>
          <Button
            type="submit"
            variant="primary"
            why={id === null ? `Choose a ${kind} first.` : undefined}
            busy={grant.isPending}
            busyLabel="Saving..."
          >
            Give access
          </Button>
        </div>
      </Section>
    </form>
  )
}
