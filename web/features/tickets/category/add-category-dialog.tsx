import { gone } from '#kit/deleted/template.ts'
import { useState } from 'react'
import { whileBusy } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { closeUnlessSending } from '#web/ui/form/close-dialog.ts'
import { EditDialog } from '#web/ui/form/edit-dialog.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Combobox, Select } from '#web/ui/form/combobox.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import type { CategoryType, useCategoryChanges } from './use-categories.ts'

interface Category {
  id: string
  name: string
  used: number
}

const types = [
  { value: 'open', label: 'Open tickets' },
  { value: 'closed', label: 'Closed tickets' },
] as const

/** Chooses a category of the server, or names a new one. */
export function AddCategoryDialog({
  first,
  categories,
  listed,
  changes: { add, addProblem },
  onClose,
}: {
  /** The list that it was opened from. */
  first: CategoryType
  categories: readonly Category[]
  listed: Readonly<Record<CategoryType, readonly string[]>>
  changes: ReturnType<typeof useCategoryChanges>
  onClose: () => void
}) {
  const [type, setType] = useState<CategoryType>(first)
  const [chosen, setChosen] = useState<string | null>(null)
  const [name, setName] = useState('')
  const close = closeUnlessSending(add, onClose)
  const why = chosen === null && name.trim() === '' && 'Choose a category, or name a new one.'
  const submit = () => {
    if (why !== false || add.isPending) return
    add.mutate(
      chosen === null
        ? { type, categoryId: null, categoryName: name.trim() }
        : { type, categoryId: chosen, categoryName: null },
      { onSuccess: onClose },
    )
  }
  const choices = categories
    .filter(({ id }) => !listed[type].includes(id))
    .map(({ id, name: label, used }) => ({ value: id, label, note: `${used} of 50 channels` }))
  return (
    <EditDialog
      changed={chosen !== null || name.trim() !== ''}
      busy={add.isPending}
      onClose={close}
      title="Add a category"
      footer={
        <>
          <Button onClick={close} why={whileBusy(add.isPending)}>
            Cancel
          </Button>
          <Button variant="primary" onClick={submit} why={why} busy={add.isPending} busyLabel="Adding...">
            Add Category
          </Button>
        </>
      }
    >
      <div className="add-category">
        {addProblem !== undefined && <Banner tone="danger" title={addProblem} />}
        <Select
          label="For"
          options={types}
          value={type}
          onChange={next => {
            setType(next)
            if (chosen !== null && listed[next].includes(chosen)) setChosen(null)
          }}
        />
        <Combobox
          label="Existing category"
          placeholder="Choose a category"
          none="None: make a new one"
          groups={[{ choices }]}
          search="Search categories"
          empty={categories.length === 0 ? 'No categories found' : 'No category has that name.'}
          missing={value => ({ value, label: gone.category })}
          value={chosen}
          onChange={setChosen}
        />
        <TextInput
          label="Or a new one"
          placeholder="Tickets"
          max={100}
          value={name}
          onChange={setName}
          onEnter={submit}
          disabled={chosen !== null}
          help="I create it in the server; then it appears in the list."
        />
      </div>
    </EditDialog>
  )
}
