// Package law has distributions of labelled points and series whose truth is known: where the data
// lie, how far a point is from them, what the function of the inputs is without noise, and the
// attribution of it along every path.
//
// What flows in: a number of points and a seed, or points to judge. What flows out: points, targets,
// distances and true attributions as plain numbers.
//
// A user meets the laws as datasets.Curve, datasets.Ring, datasets.Moons and datasets.AR; errors begin with that name.
package law
