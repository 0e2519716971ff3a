import { observer } from 'mobx-react-lite'
import { Fragment, useEffect } from 'react'
import type { Photo } from '../../../../backend/contract/photos.ts'
import type { Item } from '../../../../backend/contract/resources.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { coordinatesOf, exposureOf, mapUrl } from '../../lib/photo-words.ts'
import { infoOf } from '../../stores/InfoStore.ts'
import { useRoot } from '../../stores/useRoot.ts'
import { ExternalLink } from '../frame/ExternalLink.tsx'

/** What the camera recorded in a picture; nothing if it recorded nothing. */
export const PhotoFacts = observer(function PhotoFacts({ item }: { item: Item }) {
  const info = infoOf(useRoot())
  useEffect(() => void info.lookAtPhoto(item), [info, item])
  const { value: photo } = info.photo
  return photo && info.isPhotoOf(item) ? <Facts photo={photo} /> : null
})

function Facts({ photo }: { photo: Photo }) {
  const { t } = useTexts()
  const { date } = useFormat(true)
  const facts = [
    [t('preview.info.camera'), photo.camera],
    [t('preview.info.lens'), photo.lens],
    [t('preview.info.taken'), photo.taken && date(photo.taken)],
    [t('preview.info.exposure'), exposureOf(photo)],
  ] as const
  return (
    <section>
      <h3>{t('preview.info.photo')}</h3>
      <dl className="facts">
        {facts.map(([name, value]) =>
          value ? (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </Fragment>
          ) : null,
        )}
        {photo.place ? (
          <>
            <dt>{t('preview.info.place')}</dt>
            <dd>
              <ExternalLink href={mapUrl(photo.place)}>
                <bdi>{coordinatesOf(photo.place)}</bdi>
              </ExternalLink>
            </dd>
          </>
        ) : null}
      </dl>
    </section>
  )
}
