import { roleNameIn } from '#web/app/guild-names.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Crown, KeyRound, UserCheck } from 'lucide-react'
import antinuke, { type BypassPermission } from '#features/antinuke/contract.ts'
import { ApiError, call } from '#web/app/api.ts'
import { guildKey } from '#web/app/guild-key.ts'
import { reload } from '#web/app/list/reload.ts'
import { FormField } from '#web/app/settings-form/form-field.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/form/section.tsx'
import { SwitchField } from '#web/ui/form/switch.tsx'
import { onlyOwnersMay } from '../only-owners-may.ts'
import type { AntinukeForm } from '../use-antinuke-form.ts'
import { useClearing } from '#web/app/use-clearing.ts'
import './permissions.css'

const permissions: readonly { key: BypassPermission; label: string; help: string }[] = [
  { key: 'can_ban', label: 'Ban members', help: 'Their bans are not counted.' },
  { key: 'can_kick', label: 'Kick members', help: 'Their kicks are not counted.' },
  { key: 'can_manage_roles', label: 'Manage roles', help: 'Roles they create, change and delete are not counted.' },
  {
    key: 'can_manage_channels',
    label: 'Manage channels',
    help: 'Channels they create, change and delete are not counted.',
  },
  {
    key: 'can_manage_webhooks',
    label: 'Manage webhooks',
    help: 'Webhooks they create, change and delete are not counted.',
  },
]

const ladder = [
  { icon: <Crown aria-hidden />, title: 'Guild Owner', text: 'Full access. Bypasses all restrictions.' },
  {
    icon: <KeyRound aria-hidden />,
    title: 'Extra Owners',
    text: 'Manage settings and the whitelist. Bypass all restrictions.',
  },
  { icon: <UserCheck aria-hidden />, title: 'Whitelisted Users', text: 'Bypass AntiNuke actions and view this page.' },
]

/** The bypass role, and what its holders may do without being counted. */
export function PermissionsTab({ form }: { form: AntinukeForm }) {
  const bypass = form.field('bypassPermissions')
  const allowed = permissions.filter(({ key }) => bypass.value[key])
  return (
    <>
      <BypassRole form={form} />
      <Section
        title="Bypass permissions"
        purpose="They apply to members who were given the bypass role by the owner or an extra owner, or who held it already."
      >
        {permissions.map(({ key, label, help }) => (
          <SwitchField
            key={key}
            label={label}
            help={help}
            value={bypass.value[key]}
            disabled={bypass.disabled}
            onChange={value => bypass.onChange({ ...bypass.value, [key]: value })}
          />
        ))}
        {bypass.refused && <p className="field-help">{bypass.refused}</p>}
      </Section>
      <Section title="Hierarchy" purpose="Each level may do everything that the levels below it may do.">
        <ol className="ladder">
          {ladder.map(({ icon, title, text }) => (
            <li key={title}>
              {icon}
              <div>
                <b>{title}</b>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </Section>
      <Section title="Permission summary">
        <p>
          {allowed.length === 0
            ? 'Holders of the bypass role are counted like everybody else.'
            : `Holders of the bypass role may do this without being counted: ${allowed.map(({ label }) => label.toLowerCase()).join(', ')}.`}
        </p>
      </Section>
    </>
  )
}

/** Why the role was not created, where anybody said why. */
const problemOf = (error: Error): string =>
  error instanceof ApiError && error.code === 'web.unreadable'
    ? 'Failed to create bypass role'
    : `Error creating bypass role: ${error.message}`

function BypassRole({ form }: { form: AntinukeForm }) {
  const client = useQueryClient()
  const { guildId, values } = form
  const create = useMutation({
    mutationFn: () => call(antinuke, 'createBypassRole', { params: { guildId } }),
    // Also if no answer came: it may have been created.
    onSettled: () => reload(client, guildKey(guildId)),
  })
  useClearing(create.error ?? create.data, create.reset)
  const stands = form.guild?.roles.some(({ id }) => id === values.bypassRole)
  return (
    <Section
      title="Bypass role"
      purpose={values.bypassRole === null ? 'No bypass role set' : roleNameIn(form.guild, values.bypassRole)}
    >
      {create.isSuccess && <Banner tone="success" title="Bypass role created successfully!" onClose={create.reset} />}
      {create.isError && <Banner tone="danger" title={problemOf(create.error)} onClose={create.reset} />}
      <FormField of={form.field('bypassRole')} guild={form.guild} none="No bypass role" />
      {!stands && (
        <div>
          <Button
            busy={create.isPending}
            busyLabel="Creating..."
            why={!form.access.canManageBypassRole && onlyOwnersMay()}
            onClick={() => create.mutate()}
          >
            Create Bypass Role
          </Button>
        </div>
      )}
    </Section>
  )
}
