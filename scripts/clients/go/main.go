// Calls every method of client-go's services against a running service.
//
// Usage: drive-go <base url> <API key> <seed.json>. Prints one JSON object per call: client, call, outcome (works,
// differs, missing) and detail. Methods that no call was written for are reported too, so none is forgotten.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"time"

	dtrack "github.com/DependencyTrack/client-go"
	"github.com/google/uuid"
)

const client = "client-go v0.19.0"

type seed struct {
	Team, Project, Component, Vulnerability, Violation uuid.UUID
	ProjectName, ProjectVersion, Token, BOM            string
}

type result struct {
	Client  string `json:"client"`
	Call    string `json:"call"`
	Outcome string `json:"outcome"`
	Detail  string `json:"detail"`
}

type driver struct {
	*dtrack.Client
	ctx   context.Context
	seed  seed
	calls map[string]bool
	count int
}

func main() {
	base, key := os.Args[1], os.Args[2]
	c, err := dtrack.NewClient(base, dtrack.WithAPIKey(key), dtrack.WithTimeout(time.Minute))
	if err != nil {
		fail(err)
	}
	d := &driver{Client: c, ctx: context.Background(), seed: readSeed(os.Args[3]), calls: map[string]bool{}}
	d.drivePortfolio()
	d.driveFindings()
	d.drivePolicies()
	d.driveNotifications()
	d.driveAccess()
	d.driveAdministration()
	d.reportForgotten()
}

func readSeed(path string) (s seed) {
	content, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(content, &s)
	}
	if err != nil {
		fail(err)
	}
	return s
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// get makes one call and answers what it returned, or the zero value when it failed.
func get[T any](d *driver, call string, f func() (T, error)) T {
	value, err := f()
	d.report(call, err)
	return value
}

func (d *driver) do(call string, f func() error) {
	d.report(call, f())
}

func (d *driver) report(call string, err error) {
	d.calls[call] = true
	outcome, detail := outcomeOf(err)
	d.print(result{client, call, outcome, detail})
}

func (d *driver) print(r result) {
	line, _ := json.Marshal(r)
	fmt.Println(string(line))
}

func outcomeOf(err error) (string, string) {
	if err == nil {
		return "works", ""
	}
	var refused *dtrack.APIError
	if errors.As(err, &refused) {
		removed := refused.StatusCode == 410
		unknown := strings.Contains(refused.Message, "Not found: ")
		if removed || unknown {
			return "missing", ""
		}
	}
	return "differs", err.Error()
}

func (d *driver) name(prefix string) string {
	d.count++
	return fmt.Sprintf("%s-%d-go", prefix, d.count)
}

// reportForgotten lists the methods of the client's services that were not called.
func (d *driver) reportForgotten() {
	services := reflect.ValueOf(*d.Client)
	for i := range services.NumField() {
		field := services.Type().Field(i)
		if !strings.HasSuffix(field.Type.Name(), "Service") {
			continue
		}
		for j := range field.Type.NumMethod() {
			call := field.Name + "." + field.Type.Method(j).Name
			if !d.calls[call] {
				d.print(result{client, call, "differs", "not called: write a call for it"})
			}
		}
	}
}
