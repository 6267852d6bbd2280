import { fills, longestTag, tagName, tagText, tagWords, type UsedTag } from '#features/tickets/tags/contract.ts'
import { ConflictDialog } from '#web/app/settings-form/conflict-dialog.tsx'
import { unknownWords } from '#web/app/settings-form/unknown-words.ts'
import { Banner } from '#web/ui/banner.tsx'
import { whileBusy } from '#web/ui/disabled-reason.tsx'
import { Button } from '#web/ui/button.tsx'
import { closeUnlessSending } from '#web/ui/form/close-dialog.ts'
import { EditDialog } from '#web/ui/form/edit-dialog.tsx'
import { TextArea, TextInput } from '#web/ui/form/text-input.tsx'
import { useTagEditor } from './use-tag-editor.ts'
import type { useTagChanges } from './use-tags.ts'

/** The first mistake, once something was typed. */
const problemIn = (
  schema: { safeParse(value: unknown): { error?: { issues: { message: string }[] } } },
  value: unknown,
): string | undefined => schema.safeParse(value).error?.issues[0]?.message

/** Creates or changes a ready answer. */
export function TagDialog({
  tag,
  changes,
  prefix,
  onClose,
}: {
  /** The answer to change; undefined for a new one. */
  tag: UsedTag | undefined
  changes: ReturnType<typeof useTagChanges>
  /** The server's command prefix. */
  prefix: string
  onClose: () => void
}) {
  const { save } = changes
  const { name, text, words, typedWords, ...editor } = useTagEditor(tag, changes, onClose)
  const problems = {
    name: problemIn(tagName, name),
    text: problemIn(tagText, text),
    words: problemIn(tagWords, typedWords),
  }
  const close = closeUnlessSending(save, onClose)
  return (
    <EditDialog
      size="medium"
      changed={editor.isChanged}
      busy={save.isPending}
      onClose={close}
      title={tag ? `Edit ${tag.name}` : 'New answer'}
      footer={
        <>
          <Button onClick={close} why={whileBusy(save.isPending)}>
            Cancel
          </Button>
          <Button
            variant="primary"
            onClick={editor.submit}
            why={Object.values(problems).find(problem => problem !== undefined)}
            busy={save.isPending}
            busyLabel="Saving..."
          >
            Save
          </Button>
        </>
      }
    >
      <div className="tag-form">
        {save.isError && <Banner tone="danger" title={save.error.message} />}
        <TextInput
          label="Name"
          placeholder="refund"
          max={32}
          value={name}
          onChange={editor.setName}
          disabled={tag !== undefined}
          help={tag ? 'What the team types stays as it is.' : `What the team types: ${prefix}tag refund`}
          error={name === '' ? undefined : problems.name}
        />
        <TextArea
          label="Answer"
          rows={5}
          max={longestTag}
          value={text}
          onChange={editor.setText}
          help="{member}, {agent}, {server}, {number} and {panel} are filled in. Nobody is pinged."
          error={text === '' ? undefined : problems.text}
          warning={unknownWords(text, fills)}
        />
        <TextInput
          label="Suggested for"
          placeholder="refund, money back"
          value={words}
          onChange={editor.setWords}
          help="Words that members use, separated by commas. The answer then comes first in the list; it is never sent automatically."
          error={problems.words}
        />
      </div>
      {editor.conflict && (
        <ConflictDialog form={editor.conflictForm} conflict={editor.conflict} title={`The answer “${name}”`} />
      )}
    </EditDialog>
  )
}
