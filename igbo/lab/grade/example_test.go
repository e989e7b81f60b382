package grade_test

import (
	"fmt"
	"log"

	"github.com/igbolab/igbolab/igbo/course"
	"github.com/igbolab/igbolab/igbo/lab/grade"
)

const sheet = `{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
	{"cell_type": "code", "metadata": {"nbgrader": {"grade_id": "path-1", "solution": true}}, "source": "var answer float64"},
	{"cell_type": "code", "metadata": {"nbgrader": {"grade_id": "path-1-check", "grade": true, "points": 2}}, "source": "%%\ncourse.Check(\"path 1\", answer)"}
]}`

// Read the exercises of a notebook.
func ExampleRead() {
	notebooks, err := grade.Read([]string{"path.ipynb"}, [][]byte{[]byte(sheet)})
	if err != nil {
		log.Fatal(err)
	}
	for _, e := range notebooks[0].Exercises {
		fmt.Println(notebooks[0].Name, e.Name, e.Points)
	}
	// Output: path path 1 2
}

// A student gets points for right answers. A person reads the answers in text.
func ExampleStudent() {
	ann := grade.Student{Name: "ann", Answers: []grade.Answer{
		{Exercise: grade.Exercise{Name: "path 1", Points: 2}, Result: course.Result{Answered: true, Share: 1}},
		{Exercise: grade.Exercise{Name: "path 2", Points: 2}, Result: course.Result{Answered: true, Share: 0.5}},
		{Exercise: grade.Exercise{Name: "path 3", Points: 4, ByHand: true}, Result: course.Result{Answered: true}},
	}}
	fmt.Println(ann)
	// Output: ann: 3 of 4 points, answers to read: 1
}
