import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { Binding } from '#web/app/settings-form/binding.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/form/field.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import './blocked-members.css'

const mostBlocked = 500

/** Why an id cannot be added, or undefined. */
function problemOf(id: string, listed: readonly string[]): string | undefined {
  if (!/^\d{17,20}$/.test(id)) return 'Invalid user ID format. Please enter a valid Discord user ID.'
  if (listed.includes(id)) return 'This member is blocked already.'
  return listed.length >= mostBlocked ? `At most ${mostBlocked} members can be blocked.` : undefined
}

/** Members who may open no ticket, by their ids: some have left the server. */
export function BlockedMembers({ of }: { of: Binding<string[]> }) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const add = () => {
    const id = typed.trim().replace(/^<@!?(\d+)>$/, '$1')
    const found = problemOf(id, of.value)
    setProblem(found)
    if (found !== undefined) return
    of.onChange([...of.value, id])
    setTyped('')
  }
  return (
    <div className="blocked-members">
      <div className="blocked-add">
        <TextInput
          label="Blocked members"
          placeholder="A member’s ID"
          max={25}
          value={typed}
          onChange={value => {
            setTyped(value)
            setProblem(undefined)
          }}
          error={problem}
          help="They may open no ticket."
          disabled={of.disabled}
          onEnter={add}
        />
        <Button icon={<Plus aria-hidden />} onClick={add} disabled={of.disabled || typed.trim() === ''}>
          Block
        </Button>
      </div>
      {of.value.length > 0 && (
        <ul>
          {of.value.map(id => (
            <li key={id}>
              <code>{id}</code>
              <IconButton
                size="sm"
                label={`Unblock ${id}`}
                icon={<X aria-hidden />}
                disabled={of.disabled}
                onClick={() => of.onChange(of.value.filter(one => one !== id))}
              />
            </li>
          ))}
        </ul>
      )}
      <FieldNote id={`${of.name}-note`} help={undefined} error={of.error} />
    </div>
  )
}
