import { useMutation } from '@tanstack/react-query'
import leveling from '#features/leveling/contract.ts'
import { ApiError, call, isInDoubt } from '#web/app/api.ts'
import { useIdempotentRequests } from '#web/app/idempotent-requests.ts'
import { useOutcome } from '#web/app/settings-form/use-outcome.ts'

/** The server's own messages about the input. */
const aboutInput = /^leveling\./

/** The message about a preview that was not sent, in the specification's words. */
export function previewFailure(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.status === 400 && !aboutInput.test(error.code)) return 'Invalid channel or bot lacks permissions'
    if (error.status === 500) return 'Server error. The bot may not be properly configured.'
    // Not our server's answer: something in between failed.
    if (error.code === 'web.unreadable' || (isInDoubt(error) && error.status !== 0))
      return 'Failed to send preview message'
  }
  return error instanceof Error && error.message !== '' ? error.message : 'Failed to send preview message'
}

/** Why a preview is not even requested. */
export function previewProblem(message: string, channel: string | null): string | undefined {
  if (message.trim() === '') return 'Please enter a level-up message first'
  return channel === null ? 'Please select a channel for the preview' : undefined
}

/** Sends the message being typed to the chosen channel, and shows the result for a while. */
export function useLevelPreview(guildId: string, message: string, channel: string | null) {
  const [outcome, setOutcome] = useOutcome()
  const requests = useIdempotentRequests(`preview ${guildId} level-up`)
  const sending = useMutation({
    mutationFn: () =>
      requests.send({ message, channel }, key =>
        call(leveling, 'preview', { params: { guildId }, body: { message, channel, key } }),
      ),
    onSuccess: reply => setOutcome({ tone: 'success', title: reply.message }),
    onError: error => setOutcome({ tone: 'danger', title: previewFailure(error) }),
  })
  return {
    send() {
      const obstacle = previewProblem(message, channel)
      if (obstacle === undefined) sending.mutate()
      else setOutcome({ tone: 'danger', title: obstacle })
    },
    sending: sending.isPending,
    outcome,
    dismiss: () => setOutcome(undefined),
  }
}
