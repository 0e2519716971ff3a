// Checks every screen and dialog by the rules of axe; with NIDO_FULL also in the dark theme.
import { environment } from '../../scripts/lib/environment.ts'
import { epubBook } from '../helpers/books.ts'
import { pack } from '../helpers/packed-zip.ts'
import { pngPicture, wavTone } from '../helpers/real-files.ts'
import { expectAccessible, expectFocus } from './axe.ts'
import { expect, makeLink, openAsGuest, putFile, signIn, test } from './world.ts'

const themes = environment()['NIDO_FULL'] ? (['light', 'dark'] as const) : (['light'] as const)

for (const colorScheme of themes)
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme })

    test('the files, what floats above them, and their dialogs', async ({ page, files, folder, person }) => {
      test.slow()
      await putFile(person, `${folder.path}/notes.txt`, 'one\ntwo')
      await putFile(person, `${folder.path}/picture.png`, pngPicture(2))
      await putFile(person, `${folder.path}/in/deep.txt`, 'x')
      await files.open(folder.path)
      await expectAccessible(page, 'a folder')
      await files.row('notes.txt').click()
      await expectAccessible(page, 'a selection')
      await files.row('notes.txt').click({ button: 'right' })
      await expect(page.getByRole('menu')).toBeVisible()
      await expectAccessible(page, 'a menu')
      await page.keyboard.press('Escape')
      for (const [key, name] of [
        ['F1', 'help'],
        ['F2', 'rename'],
        ['Alt+Shift+n', 'new folder'],
      ] as const) {
        await files.row('notes.txt').focus()
        await page.keyboard.press(key)
        await expect(files.dialog).toBeVisible()
        await expectAccessible(page, name)
        await page.keyboard.press('Escape')
        await expect(files.dialog).toBeHidden()
        await expectFocus(page, name)
      }
      for (const command of ['Move to…', 'Share', 'Compress…', 'Info']) {
        await files.choose('notes.txt', command)
        if (command !== 'Info') await expect(files.dialog).toBeVisible()
        await expectAccessible(page, command)
        await page.keyboard.press('Escape')
        await expect(files.dialog).toBeHidden()
        await expectFocus(page, command)
      }
      await files.row('in').dblclick()
      await expect(files.row('deep.txt')).toBeVisible()
      await page.keyboard.press('/')
      await page.keyboard.type('deep')
      await expect(page.getByRole('searchbox')).toBeFocused()
      await expectAccessible(page, 'a search')
    })

    test('the views, and what is done with many files at once', async ({ page, files, folder, person }) => {
      await putFile(person, `${folder.path}/notes.txt`, 'one\ntwo')
      await putFile(person, `${folder.path}/picture.png`, pngPicture(2))
      await files.open(folder.path)
      await page.getByRole('button', { name: 'View options' }).click()
      await expect(page.getByRole('dialog', { name: 'View options' })).toBeVisible()
      await expectAccessible(page, 'the view options')
      await page.keyboard.press('Escape')
      const view = page.getByRole('button', { name: /^View: / })
      for (const name of ['Mosaic', 'Gallery']) {
        await view.click()
        await expect(view).toHaveAccessibleName(`View: ${name}`)
        await expect(page.getByRole('gridcell', { name: /^picture\.png, / }).locator('.is-ready')).toBeVisible()
        await expectAccessible(page, name)
      }
      await view.click()
      await expect(files.row('notes.txt')).toBeVisible()
      await page.keyboard.press('Control+a')
      await page.keyboard.press('F2')
      await expect(files.dialog.getByRole('heading', { name: 'Rename 2 items' })).toBeVisible()
      await files.dialog.getByRole('textbox', { name: 'New name' }).fill('same')
      await expectAccessible(page, 'many new names')
      await page.keyboard.press('Escape')
      await expect(files.dialog).toBeHidden()
      await expectFocus(page, 'many new names')
      await page.keyboard.press('Escape')
      const box = await page.locator('#main .panel-body').boundingBox()
      await page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + (box?.height ?? 0) - 20, { button: 'right' })
      await page.getByRole('menuitem', { name: 'Select by…' }).click()
      await files.dialog.getByRole('textbox', { name: 'Name' }).fill('*.txt')
      await expectAccessible(page, 'selecting by a pattern')
      await page.keyboard.press('Escape')
      await expect(files.dialog).toBeHidden()
      await expectFocus(page, 'selecting by a pattern')
      await page.keyboard.press('Control+k')
      await page.keyboard.type('not')
      await expect(files.dialog.getByRole('option').first()).toBeVisible()
      await expectAccessible(page, 'the palette')
      await page.keyboard.press('Escape')
    })

    test('uploads, a conflict, and a page without a connection', async ({ context, page, files, folder, person }) => {
      await putFile(person, `${folder.path}/taken.txt`, 'x')
      const gate = Promise.withResolvers<void>()
      await page.route(/override=/, async (route) => {
        await gate.promise
        await route.continue()
      })
      const upload = async (name: string) =>
        (await files.openChooser('Upload files')).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })
      await files.open(folder.path)
      await upload('taken.txt')
      await expect(files.dialog).toBeVisible()
      await expectAccessible(page, 'a conflict')
      await page.keyboard.press('Escape')
      await upload('new.txt')
      await expect(files.tray.getByRole('listitem')).toHaveCount(1)
      await expectAccessible(page, 'the tray')
      await context.setOffline(true)
      await expect(page.getByText(/You are offline/)).toBeVisible()
      await expectAccessible(page, 'a page without a connection')
      await context.setOffline(false)
      gate.resolve()
    })

    // A 3D model takes seconds to draw without a graphics card: models.test.ts looks at it, so that it is drawn once.
    test('the stage', async ({ page, files, folder, person }) => {
      await putFile(person, `${folder.path}/notes.txt`, 'one\ntwo')
      await putFile(person, `${folder.path}/picture.png`, pngPicture(2))
      await putFile(person, `${folder.path}/tone.wav`, wavTone(2))
      await putFile(person, `${folder.path}/novel.epub`, epubBook())
      for (const name of ['picture.png', 'notes.txt', 'tone.wav', 'novel.epub']) {
        await files.open(folder.path)
        await files.row(name).dblclick()
        await expect(page.getByRole('heading', { name })).toBeVisible()
        if (name === 'novel.epub') await expect(page.getByText('The Clocks')).toBeVisible()
        await expectAccessible(page, name)
        if (name !== 'tone.wav') continue
        await page.getByRole('button', { name: /^Speed/ }).click()
        await expect(page.getByRole('menuitemradio').first()).toBeVisible()
        await expectAccessible(page, 'the speeds of a player')
        await page.keyboard.press('Escape')
      }
    })

    test('an archive', async ({ page, files, folder, person }) => {
      const zip = pack([
        { name: 'a.txt', body: 'a' },
        { name: 'locked.txt', flags: 0x801 },
      ])
      await putFile(person, `${folder.path}/a.zip`, zip)
      await putFile(person, `${folder.path}/broken.zip`, 'no zip')
      await page.goto(`archive/${encodeURIComponent(folder.name)}/a.zip`)
      await expect(files.row('a.txt')).toBeVisible()
      await expectAccessible(page, 'an archive')
      await page.goto(`archive/${encodeURIComponent(folder.name)}/broken.zip`)
      await expect(page.getByText('This archive cannot be opened')).toBeVisible()
      await expectAccessible(page, 'a broken archive')
    })

    test('the editor, its questions, and two compared texts', async ({ page, files, folder, person }) => {
      await putFile(person, `${folder.path}/app.js`, '// Hello\nexport const port = 80 + "x"\n')
      await putFile(person, `${folder.path}/old.js`, '// Hello\nexport const port = 8080\n')
      await files.open(folder.path)
      await files.row('app.js').click()
      await files.row('old.js').click({ modifiers: ['Control'] })
      await files.choose('old.js', 'Compare')
      await expect(page.locator('.cm-changedLine').first()).toBeVisible()
      await expectAccessible(page, 'a comparison')
      await page.keyboard.press('Escape')
      await files.row('app.js').dblclick()
      await expect(page.locator('.tok-keyword').first()).toBeVisible()
      await page.keyboard.type('x')
      await expectAccessible(page, 'the editor')
      await page.keyboard.press('Control+f')
      await expectAccessible(page, 'searching in a text')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Back to the folder (Esc)' }).click()
      await expect(files.dialog).toBeVisible()
      await expectAccessible(page, 'the question whether to discard')
    })

    test('the other screens', async ({ page, files, folder, person }) => {
      await putFile(person, `${folder.path}/gone.txt`, 'x')
      for (const path of ['/gone.txt', ''])
        for (const list of ['favourites', 'recent'])
          await person.put(`/api/${list}/${encodeURIComponent(folder.name)}${path}`)
      await person.delete(`/api/resources/${encodeURIComponent(folder.name)}/gone.txt`)
      for (const address of [
        'favourites',
        'recent',
        'recent/changed',
        'trash',
        'settings/profile',
        'settings/shares',
        'settings/sessions',
        'settings/status',
        'extras',
        'extras/storage',
        'extras/largest',
        'extras/duplicates',
        'extras/activity',
        'extras/on-this-day',
        '404',
      ])
        await test.step(address, async () => {
          await page.goto(address)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await expectAccessible(page, address)
        })
      await makeLink(person, folder.path)
      await files.open(folder.path)
      await expect(page.getByText(/empty/i).first()).toBeVisible()
      await expectAccessible(page, 'an empty folder')
    })

    // What is under way, and the question whether to cancel it, are looked at in imports-at-work.test.ts.
    test('the import screens, and what is asked there', async ({ browser, baseURL, site }) => {
      const importer = await site.makePerson({ perm: { importTorrents: true, importYouTube: true } })
      const page = await signIn(browser, baseURL, importer, { colorScheme, locale: 'en-US', reducedMotion: 'reduce' })
      await page.goto('import-torrents')
      await expect(page.getByRole('heading', { name: 'No downloads yet' })).toBeVisible()
      await expectAccessible(page, 'no torrents')
      const field = page.getByRole('textbox', { name: 'Or paste magnet links' })
      await field.fill(`magnet:?xt=urn:btih:${'0'.repeat(40)}&dn=film nonsense`)
      await field.press('Enter')
      await expect(page.getByText('The import has begun.')).toBeVisible()
      await expectAccessible(page, 'a torrent that waits')
      await page.getByRole('button', { name: 'More for film' }).click()
      await expectAccessible(page, 'the menu of a torrent')
      await page.getByRole('menuitem', { name: 'Files and trackers…' }).click()
      await page.getByText('Trackers', { exact: true }).click()
      await expectAccessible(page, 'the trackers of a torrent')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expectFocus(page, 'the trackers of a torrent')
      await page.getByRole('button', { name: 'Cancel film' }).click()
      await expect(page.getByRole('heading', { name: 'No downloads yet' })).toBeVisible()
      await expectFocus(page, 'a cancelled torrent')
      await page.goto('youtube/index.html')
      await expect(page.getByRole('heading', { name: 'No imports yet' })).toBeVisible()
      await page.getByText('History').click()
      await expectAccessible(page, 'no videos')
      await page.context().close()
    })

    test("an administrator's screens", async ({ browser, baseURL, site }) => {
      const admin = await site.adminClient()
      const page = await signIn(browser, baseURL, admin, { colorScheme, locale: 'en-US', reducedMotion: 'reduce' })
      for (const address of [
        'settings/global',
        'settings/users',
        'settings/users/new',
        'settings/users/1',
        'settings/audit',
      ])
        await test.step(address, async () => {
          await page.goto(address)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
          await expectAccessible(page, address)
        })
      await page.context().close()
    })

    test('what strangers see', async ({ browser, baseURL, folder, person }) => {
      await putFile(person, `${folder.path}/a.txt`, 'x')
      await putFile(person, `${folder.path}/p.png`, pngPicture(2))
      const open = await makeLink(person, folder.path)
      const locked = await makeLink(person, folder.path, { password: 'sesame' })
      const options = { colorScheme, locale: 'en-US', reducedMotion: 'reduce' } as const
      const page = await openAsGuest(browser, baseURL, { url: 'login', ...options })
      for (const address of [
        'login',
        `share/${open.hash}/`,
        `share/${locked.hash}/`,
        `share/${open.hash}/a.txt`,
        'share/nothing',
      ])
        await test.step(address, async () => {
          await page.goto(address)
          const isFile = address.endsWith('a.txt')
          await expect(isFile ? page.getByRole('dialog') : page.getByRole('heading', { level: 1 })).toBeVisible()
          await expectAccessible(page, address)
        })
      await page.context().close()
    })
  })
