module tallyman/clients

go 1.23

require (
	github.com/DependencyTrack/client-go v0.19.0
	github.com/google/uuid v1.3.0
)

require golang.org/x/mod v0.20.0 // indirect
