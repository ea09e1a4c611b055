/// One thing that the doctor has to say.
package struct DoctorFinding: Equatable, Sendable {
  package let matter: DoctorMatter
  package let remedy: Remedy

  package init(_ matter: DoctorMatter, _ remedy: Remedy) {
    self.matter = matter
    self.remedy = remedy
  }

  package var code: DoctorCode { matter.code }
}
