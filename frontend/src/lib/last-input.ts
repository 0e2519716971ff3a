// Whether the person currently uses the keyboard. Only then is the focus moved and visible.
let isKeyboard = false

document.addEventListener('keydown', () => (isKeyboard = true), true)
document.addEventListener('pointerdown', () => (isKeyboard = false), true)

export const isByKeyboard = (): boolean => isKeyboard
