// Whether the person works by keys at the moment, so that the focus moves along for them and shows for nobody else.
let isKeyboard = false

document.addEventListener('keydown', () => (isKeyboard = true), true)
document.addEventListener('pointerdown', () => (isKeyboard = false), true)

export const isByKeyboard = (): boolean => isKeyboard
