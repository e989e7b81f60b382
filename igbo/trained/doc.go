// Package trained holds a model and its files: the function, its variables, the units of its data
// and the order that it follows; saved as a folder or as plain data, and loaded with every byte checked.
//
// What flows in: settings.Config and the features of data, a backend, or the files of a saved model.
// What flows out: a [Model], which package evaluation looks at and package training moves, and its [Files].
//
// A user meets the model as igbo.Model, whose methods say what they promise; errors begin with that name.
package trained
