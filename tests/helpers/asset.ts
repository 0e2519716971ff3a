// Stands in for a style sheet or a picture where a unit test imports a module that has one.
export default ''
