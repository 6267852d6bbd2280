import { createFileRoute } from '@tanstack/react-router'
import { Folder, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { isForbidden } from '#web/app/api.ts'
import { NotShared } from '#web/app/manage/not-shared.tsx'
import { PageHead } from '#web/app/manage/page-head.tsx'
import { useMayManage } from '#web/app/own-access.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/form/confirm-dialog.tsx'
import { Section } from '#web/ui/form/section.tsx'
import { TextButton } from '#web/ui/form/text-button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AddCategoryDialog } from '../category/add-category-dialog.tsx'
import { CategoryList } from '../category/category-list.tsx'
import { type CategoryLists, type CategoryType, useCategories, useCategoryChanges } from '../category/use-categories.ts'
import { TicketActions, Trail } from '../ticket-head.tsx'
import '../category/category.css'

export const Route = createFileRoute('/manage/$guildId/tickets_/category')({ component: Categories })

const types = ['open', 'closed'] as const

function Categories() {
  const { guildId } = Route.useParams()
  const query = useCategories(guildId)
  const hidden = isForbidden(query.error)
  return (
    <>
      <Trail guildId={guildId} here="Ticket Categories" />
      <PageHead
        title="Ticket Categories"
        actions={
          <TicketActions guildId={guildId}>
            {!hidden && (
              <Button icon={<RefreshCw aria-hidden />} busy={query.isFetching} onClick={() => void query.refetch()}>
                Refresh
              </Button>
            )}
          </TicketActions>
        }
      >
        Categories of the server that tickets are kept in.
      </PageHead>
      <div className="category-page">
        {hidden && <NotShared />}
        {query.isError && !query.data && !hidden && (
          <Banner tone="danger" title="Failed to load category settings. Please try refreshing the page.">
            <TextButton onClick={() => void query.refetch()}>Try Again</TextButton>
          </Banner>
        )}
        {query.isPending && (
          <div className="category-pair">
            <Skeleton className="settings-skeleton" />
            <Skeleton className="settings-skeleton" />
          </div>
        )}
        {query.data && !hidden && <Lists guildId={guildId} {...query.data} />}
      </div>
    </>
  )
}

function Lists({
  guildId,
  categories,
  channels,
}: Pick<CategoryLists, 'categories' | 'channels'> & { guildId: string }) {
  const changes = useCategoryChanges(guildId)
  const readOnly = !useMayManage(guildId)('tickets')
  const [adding, setAdding] = useState<CategoryType>()
  const [removing, setRemoving] = useState<{ id: string; name: string; type: CategoryType }>()
  const used = new Map(channels.map(({ id, used: count }) => [id, count]))
  const firsts = { open: categories.defaultOpen, closed: categories.defaultClosed }
  const idsOf = (type: CategoryType) => categories[type].map(({ id }) => id)
  return (
    <>
      {changes.problem !== undefined && <Banner tone="danger" title={changes.problem} onClose={changes.dismiss} />}
      <div className="category-pair">
        {types.map(type => (
          <CategoryList
            key={type}
            type={type}
            items={categories[type]}
            first={firsts[type]}
            used={used}
            readOnly={readOnly}
            busy={changes.remove.isPending || changes.setDefault.isPending}
            onAdd={() => setAdding(type)}
            onDefault={id => {
              changes.dismiss()
              changes.setDefault.mutate({ id, type })
            }}
            onRemove={item => setRemoving({ ...item, type })}
          />
        ))}
      </div>
      <Section title="Categories of the server" purpose="A category holds at most 50 channels." flush>
        {channels.length === 0 ? (
          <p className="category-none">No categories found</p>
        ) : (
          <ul className="category-list">
            {channels.map(({ id, name, used: count }) => (
              <li key={id}>
                <Folder aria-hidden />
                <span className="category-name">
                  <span>{name}</span>
                  <small>{count} of 50 channels</small>
                </span>
                {types.some(type => idsOf(type).includes(id)) && <Badge>Used</Badge>}
              </li>
            ))}
          </ul>
        )}
      </Section>
      {adding && (
        <AddCategoryDialog
          first={adding}
          categories={channels}
          listed={{ open: idsOf('open'), closed: idsOf('closed') }}
          changes={changes}
          onClose={() => setAdding(undefined)}
        />
      )}
      {removing && (
        <ConfirmDialog
          open
          title={`Remove ${removing.name}?`}
          action="Remove"
          danger={false}
          onCancel={() => setRemoving(undefined)}
          onConfirm={() => {
            changes.dismiss()
            changes.remove.mutate(removing)
            setRemoving(undefined)
          }}
        >
          Tickets are no longer put there. The category and what is in it stay.
        </ConfirmDialog>
      )}
    </>
  )
}
