import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CircleDot } from 'lucide-react'
import { webhookTools } from '../../api/webhook-tools.ts'
import { Button } from '../button.tsx'

type RecordingStart = UseMutationResult<{ _id: string }, Error, void>

/** Begins a recording, or joins the one that runs, and shows it. @param isReplacing another one is shown, which gives way */
export function useRecordingStart({ isReplacing }: { isReplacing: boolean }): RecordingStart {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => webhookTools.startRecording(),
    onSuccess: ({ _id }) => navigate({ to: '/recordings', search: { id: _id }, replace: isReplacing }),
  })
}

type StartRecordingProps = { start: RecordingStart; look?: 'primary'; shortcut?: string }

export const StartRecording = ({ start, look, shortcut }: StartRecordingProps) => (
  <Button
    {...(look && { look })}
    icon={CircleDot}
    isBusy={start.isPending}
    aria-keyshortcuts={shortcut}
    onClick={() => start.mutate()}
  >
    Start Recording
  </Button>
)
