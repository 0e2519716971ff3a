// Replaces style sheets and pictures that modules import in unit tests.
export default ''
